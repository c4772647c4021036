import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { faults, isFull, runCommand, seed } from './interrupted.ts'
import { makePeople, type Person } from './people.ts'
import { Server } from './server.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

const root = join('test-results/faults/backups', isFull ? 'full' : 'small')
const [folder, backups] = [join(root, 'data'), join(root, 'backups')]
const automatic = join(root, 'automatic')
const server = new Server(folder, { BACKUP_DIR: automatic }, join(root, 'server.log'))

/** About how long a restore takes on a slow machine. */
const restoreMs = 3000

let owner: Person

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  console.log(`seed ${seed}`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  await server.start()
  const [first] = await makePeople(() => `http://localhost:${server.port}`, 1, AbortSignal.timeout(3_600_000))
  owner = first!
  for (let n = 0; n < 20; n++) await raiseEnquiry(owner, `Before ${n}`, new Ledger())
})

test.afterAll(() => server.stop())

function finished(place = backups) {
  return readdirSync(place).filter((name) => /^\d{4}-.*Z$/.test(name))
}

async function countEnquiries() {
  return (await owner.insist<{ totalDocs: number }>({ path: '/enquiry?limit=1' })).data.totalDocs
}

test('a server with BACKUP_DIR makes a backup by itself [D13.1]', async () => {
  await expect.poll(() => finished(automatic)).toHaveLength(1)
  const [name] = finished(automatic)
  expect((await runCommand(folder, 'verify', [join(automatic, name!)])).output).toContain(': no faults.')
})

test('a backup that is killed or meets a full disk at any moment is never there incomplete [D13.1]', async () => {
  test.setTimeout(3_600_000)
  const { ms, output } = await runCommand(folder, 'backup', ['--to', backups])
  expect(output).toContain('read everything back')
  const outcomes = { failed: 0, finished: 0 }
  for (const fault of faults(ms, 40)) {
    const before = finished()
    const { succeeded } = await runCommand(folder, 'backup', ['--to', backups], fault)
    outcomes[succeeded ? 'finished' : 'failed'] += 1
    const added = finished().filter((name) => !before.includes(name))
    if (succeeded) expect(added).toHaveLength(1)
    for (const name of added)
      expect((await runCommand(folder, 'verify', [join(backups, name)])).output).toContain(': no faults.')
  }
  console.log(`backup: ${JSON.stringify(outcomes)}`)
  expect(outcomes.failed).toBeGreaterThan(0)
  expect((await runCommand(folder, 'backup', ['--to', backups])).output).toContain('read everything back')
  expect((await runCommand(folder, 'verify', [backups, '--restore'])).output).toContain(': no faults.')
  expect(readdirSync(backups).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('a restore that is killed or meets a full disk at any moment leaves the old or the restored state [D13.1]', async () => {
  test.setTimeout(3_600_000)
  const restored = await countEnquiries()
  await raiseEnquiry(owner, 'After the backup', new Ledger())
  await server.stop()
  const outcomes = { old: 0, restored: 0 }
  for (const fault of faults(restoreMs, 20_000)) {
    const { succeeded } = await runCommand(folder, 'restore', [backups], fault)
    await server.start()
    const count = await countEnquiries()
    const aside = readdirSync(folder).filter((name) => name.startsWith('before-restore-'))
    expect({ count, aside: aside.length }, JSON.stringify({ fault, succeeded })).toEqual(
      count === restored ? { count: restored, aside: 1 } : { count: restored + 1, aside: 0 },
    )
    if (succeeded) expect(count).toBe(restored)
    outcomes[count === restored ? 'restored' : 'old'] += 1
    if (count === restored) await raiseEnquiry(owner, 'After the backup', new Ledger())
    for (const name of aside) rmSync(join(folder, name), { recursive: true })
    await server.stop()
  }
  console.log(`restore: ${JSON.stringify(outcomes)}`)
  expect(outcomes.old).toBeGreaterThan(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('restore-'))).toEqual([])
  const last = await runCommand(folder, 'restore', [backups])
  expect(last.output).toContain('Restored the state of')
  await server.start()
  expect(await countEnquiries()).toBe(restored)
})
