import type { Backup, OperatorTask } from '#contract/operator.ts'
import { fullTime } from '#web/components/DateTime.tsx'

/** The server counts what waits no further. */
const mostCounted = 10_000

/** A number with its noun, such as `1 row` or `12,345 rows`. */
export function counted(count: number, noun: string) {
  return `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
}

/** Like `counted`, for numbers of which the server counts up to 10,000. */
export function countedWaiting(count: number, noun: string) {
  return count < mostCounted ? counted(count, noun) : `${mostCounted.toLocaleString()} or more ${noun}s`
}

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time in its largest unit, such as `3 minutes`. */
export function lengthText(seconds: number) {
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? (['second', 1] as const)
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.floor(seconds / length))
}

/** An interval, such as `24 hours` or `30 minutes`. */
export function intervalText(hours: number) {
  const isInDays = hours >= 48 && hours % 24 === 0
  if (isInDays || hours < 1) return lengthText(hours * 3600)
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)
}

export function backupTitle({ startedAt }: Pick<Backup, 'startedAt'>) {
  return `the backup of ${fullTime(new Date(startedAt))}`
}

/** Finds the backup that a task verifies. Without it, its name is all that is known. */
function verifiedBackup({ backup: name }: OperatorTask, backups: Backup[]) {
  const backup = backups.find((each) => each.name === name)
  return backup ? backupTitle(backup) : `the backup ${name}`
}

/** A task that runs, such as `A backup is being made`. */
export function runningText(task: OperatorTask, backups: Backup[]) {
  switch (task.kind) {
    case 'backup':
      return 'A backup is being made'
    case 'verify':
      return capitalised(`${verifiedBackup(task, backups)} is being read back`)
    case 'check':
      return 'Database and files are being checked'
  }
}

/** The outcome of a task that has finished. */
export function outcomeText(task: OperatorTask, backups: Backup[]) {
  const { subject, success } = outcomes(task, backups)
  if (task.outcome === 'succeeded') return success
  if (task.outcome === 'failed') return capitalised(`${subject} failed`)
  return capitalised(`${subject} was interrupted, because its server stopped. Start it again`)
}

function outcomes(task: OperatorTask, backups: Backup[]) {
  switch (task.kind) {
    case 'backup':
      return { subject: 'the backup', success: 'The backup is complete' }
    case 'verify': {
      const backup = verifiedBackup(task, backups)
      return { subject: `the verification of ${backup}`, success: capitalised(`${backup} is complete and intact`) }
    }
    case 'check':
      return { subject: 'the check', success: 'No faults found' }
  }
}

function capitalised(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
