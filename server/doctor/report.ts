import { countsOf, type Finding, nextSteps, subjects } from './finding.ts'

const width = 80
const maxSteps = 3
const signs = { ok: '✓', warning: '!', problem: '✗' }

/** The findings as lines for people: by subject, with what to do first at the end. */
export function reportOf(findings: Finding[]) {
  const groups = subjects.flatMap((subject) => {
    const found = findings.filter((finding) => finding.subject === subject)
    return found.length === 0 ? [] : [subject[0]!.toUpperCase() + subject.slice(1), ...found.flatMap(linesOf), '']
  })
  return [...groups, ...stepsOf(findings)]
}

function linesOf(finding: Finding) {
  const fact = wrapped(finding.fact, `  ${signs[finding.level]} `)
  return finding.level === 'ok' ? fact : [...fact, ...wrapped(finding.next, '    → ')]
}

function stepsOf(findings: Finding[]) {
  const steps = nextSteps(findings).slice(0, maxSteps)
  if (steps.length === 0) return []
  return ['Next:', ...steps.flatMap(({ next }, index) => wrapped(next, `  ${index + 1}. `)), '']
}

/** Breaks a text at spaces. Its later lines begin below the end of `beginning`. */
function wrapped(text: string, beginning: string) {
  const indent = ' '.repeat(beginning.length)
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)!
    const longer = last === '' ? word : `${last} ${word}`
    if (last === '' || indent.length + longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line, index) => `${index === 0 ? beginning : indent}${line}`)
}

/** Such as `2 problems, 1 warning`. */
export function countOf(findings: Finding[]) {
  const { problems, warnings } = countsOf(findings)
  return `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}`
}

function counted(count: number, noun: string) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
