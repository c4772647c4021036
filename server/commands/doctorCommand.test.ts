import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
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
  const { lines, failure } = await run({
    DATA_DIR: await temporaryFolder(),
    BACKUP_DIR: `${await temporaryFolder()}/none`,
    DATABASE_URL: `postgres://desk@127.0.0.1:${await freePort()}/desk`,
    SMPT_URL: 'x',
  })
  expect(failure).toMatch(/^\d problems, \d warnings\.$/)
  const headings = lines.filter((line) => /^[A-Z]/.test(line))
  expect(headings).toEqual(['Database', 'Disk', 'Storage', 'Settings', 'Clock', 'Mail', 'Next:'])
  expect(lines).toContain('  ! The variable SMPT_URL is no setting, but resembles SMTP_URL.')
  expect(lines).toContain('    → Rename SMPT_URL to SMTP_URL if that is meant.')
  const steps = lines.slice(lines.indexOf('Next:') + 1).filter((line) => /^ {2}\d\. /.test(line))
  expect(steps).toHaveLength(3)
  expect(steps[0]).toBe('  1. Check DATABASE_URL.')
})

test('no line is wider than 80 columns, unless it has a single long word, and none has colours [D13.1]', async () => {
  const { lines } = await run({ DATA_DIR: await temporaryFolder(), SMPT_URL: 'x' })
  expect(lines.join('\n')).not.toContain('\u001B')
  for (const line of lines) expect(line.length <= 80 || !line.trim().includes(' ')).toBe(true)
})

test('the command fails if there is a problem, and ends with the numbers of problems and warnings [D13.1]', async () => {
  const dataDir = await temporaryFolder()
  for (const BACKUP_DIR of ['', `${dataDir}/none`]) {
    const { lines, failure } = await run({ DATA_DIR: dataDir, BACKUP_DIR })
    const count = (sign: string) => lines.filter((line) => line.startsWith(`  ${sign} `)).length
    const counts = new RegExp(`^${count('✗')} problems?, ${count('!')} warnings?\\.$`)
    expect(failure ?? lines.at(-1)).toMatch(counts)
    expect(failure === undefined).toBe(count('✗') === 0)
  }
})

test('an unknown argument is refused [D13.1]', async () => {
  expect((await run({}, '--quick')).failure).toMatch(/^Unknown option '--quick'/)
})
