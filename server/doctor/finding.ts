/** Most important first: a fault of an earlier subject is often the reason for faults of later ones. */
export const subjects = [
  'database',
  'disk',
  'storage',
  'settings',
  'backups',
  'certificates',
  'clock',
  'mail',
  'jobs',
] as const
export type Subject = (typeof subjects)[number]

/** A sentence that states what is the case, and another that says what to do about it. */
export type Finding = { subject: Subject; fact: string } & (
  | { level: 'ok' }
  | { level: 'warning' | 'problem'; next: string }
)

/** Makes the findings of one subject. */
export function findingsOn(subject: Subject) {
  return {
    ok: (fact: string): Finding => ({ subject, level: 'ok', fact }),
    warning: (fact: string, next: string): Finding => ({ subject, level: 'warning', fact, next }),
    problem: (fact: string, next: string): Finding => ({ subject, level: 'problem', fact, next }),
  }
}

const levels = ['problem', 'warning', 'ok']

/** Problems come before warnings, and within a level the more important subjects. */
function byImportance(findings: Finding[]) {
  const rankOf = ({ level, subject }: Finding) => levels.indexOf(level) * subjects.length + subjects.indexOf(subject)
  return findings.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** The problems and warnings, most important first. Of those with the same next step, only the first. */
export function nextSteps(findings: Finding[]) {
  const faults = byImportance(findings).filter((finding) => finding.level !== 'ok')
  return faults.filter(({ next }, index) => faults.findIndex((other) => other.next === next) === index)
}

/** How many of them are problems and warnings. */
export function countsOf(findings: Finding[]) {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  return { problems: count('problem'), warnings: count('warning') }
}

/** Parts a message whose last sentence says what to do. `next` is for a message of one sentence. */
export function splitAdvice(message: string, next: string) {
  const [, fact, advice] = /^(.*[.)]) ([A-Z][^]*)$/.exec(message.replace(/\.?$/, '.')) ?? []
  return fact && advice ? { fact, next: advice } : { fact: message.replace(/\.?$/, '.'), next }
}
