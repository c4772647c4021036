import { expect, test } from 'vitest'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { doctorCommand } from './doctorCommand.ts'

/** Runs the command, and returns what it prints and the reason for its exit code of 1, if any. */
async function run(settings: Record<string, string>, ...args: string[]) {
  const lines: string[] = []
  const failure = await doctorCommand(args, settings, (line) => lines.push(line)).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { lines, failure }
}

test('the doctor groups its findings by subject, and ends with what to do first [D13.1]', async () => {
  const backupDir = `${await temporaryFolder()}/none`
  const { lines, failure } = await run({ DATA_DIR: await temporaryFolder(), BACKUP_DIR: backupDir, SMPT_URL: 'x' })
  expect(failure).toMatch(/^1 problem, \d warnings\.$/)
  const headings = lines.filter((line) => /^[A-Z]/.test(line))
  expect(headings).toEqual(['Database', 'Disk', 'Storage', 'Settings', 'Clock', 'Mail', 'Next:'])
  expect(lines).toContain('  ! The variable SMPT_URL is no setting, but resembles SMTP_URL.')
  expect(lines).toContain('    → Rename SMPT_URL to SMTP_URL if that is meant.')
  const steps = lines.slice(lines.indexOf('Next:') + 1).filter((line) => /^ {2}\d\. /.test(line))
  expect(steps).toHaveLength(3)
  expect(steps[0]).toBe('  1. Mount the disk of BACKUP_DIR, or create the folder')
  expect(steps[1]).toMatch(/^ {2}2\. Start the product/)
})

test('no line is wider than 80 columns, unless it has a single long word, and none has colours [D13.1]', async () => {
  const { lines } = await run({ DATA_DIR: await temporaryFolder(), SMPT_URL: 'x' })
  expect(lines.join('\n')).not.toContain('\u001B')
  for (const line of lines) expect(line.length <= 80 || !line.trim().includes(' ')).toBe(true)
})

test('without a problem, the command succeeds [D13.1]', async () => {
  const { lines, failure } = await run({ DATA_DIR: await temporaryFolder() })
  expect(failure).toBeUndefined()
  expect(lines.at(-1)).toMatch(/^0 problems, \d warnings?\.$/)
})

test('an unknown argument is refused [D13.1]', async () => {
  expect((await run({}, '--quick')).failure).toMatch(/^Unknown option '--quick'/)
})
