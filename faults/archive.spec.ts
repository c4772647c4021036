import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { openDatabase } from '#server/database/database.ts'
import { Chance } from './chance.ts'
import { isFull, runCommand, seed } from './interrupted.ts'
import { makePeople, type Person } from './people.ts'
import { Server } from './server.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

const root = resolve('test-results/faults/archive', isFull ? 'full' : 'small')
/** The most that a lost machine may cost. */
const promisedMs = 60_000
const chance = new Chance(seed)

test.beforeAll(() => {
  console.log(`seed ${seed}`)
  rmSync(root, { recursive: true, force: true })
})

// The small size does not wait until PostgreSQL finishes a segment by itself, for up to 30 s, so it promises no time.
if (isFull) {
  test('a machine that is lost takes at most a minute of work with it [D13.1]', async () => {
    test.setTimeout(3_600_000)
    const lost = []
    for (let round = 0; round < 5; round++) {
      const writeMs = promisedMs + chance.between(5_000, 60_000)
      const { writtenAt, lostAt, restored } = await loseAfter(`${round}`, (owner) => {
        const endAt = Date.now() + writeMs
        return write(owner, () => Date.now() > endAt)
      })
      expect(restored).toBeGreaterThanOrEqual(writtenAt.filter((at) => at < lostAt - promisedMs).length)
      const lostSeconds = (lostAt - (writtenAt[restored - 1] ?? 0)) / 1000
      lost.push({ written: writtenAt.length, restored, lostSeconds })
    }
    console.log(`archive: ${JSON.stringify(lost)}`)
  })
} else {
  test('a machine that is lost takes nothing with it that is in the archive [D13.1]', async () => {
    let archived = 0
    const { restored } = await loseAfter('0', async (owner, { folder, archive }) => {
      const first = await write(owner, (count) => count === 100)
      archived = first.length
      const segment = await finishSegment(folder)
      const isArchived = () => readdirSync(join(archive, 'segments')).some((name) => isOf(segment, name))
      return [...first, ...(await write(owner, isArchived))]
    })
    expect(restored).toBeGreaterThanOrEqual(archived)
  })
}

type Places = { folder: string; archive: string }

/** Loses a machine after work that returns when each enquiry was acknowledged, and restores its archive on another one. */
async function loseAfter(name: string, work: (owner: Person, places: Places) => Promise<number[]>) {
  const place = join(root, name)
  const [folder, backups] = [join(place, 'data'), join(place, 'backups')]
  mkdirSync(place, { recursive: true })
  const server = new Server(folder, { BACKUP_DIR: backups, BACKUP_WAL: 'on' }, join(place, 'server.log'))
  await server.start()
  let running = server
  const [owner] = await makePeople(() => `http://localhost:${running.port}`, 1, AbortSignal.timeout(3_600_000))
  const base = () => readdirSync(archiveIn(backups) ?? place).filter((each) => /^\d{4}-.*Z$/.test(each))
  await expect.poll(base, { timeout: 120_000 }).toHaveLength(1)
  const writtenAt = await work(owner!, { folder, archive: archiveIn(backups)! })
  const lostAt = await lose(server)

  running = new Server(join(place, 'restored'), {}, join(place, 'restored.log'))
  const { output } = await runCommand(running.folder, 'restore', [backups, '--at', 'latest'])
  expect(output).toContain('Restored.')
  await running.start()
  const { totalDocs } = (await owner!.insist<{ totalDocs: number }>({ path: '/enquiry?limit=1' })).data
  expect(owner!.signedOut).toBe(0)
  await running.stop()
  return { writtenAt, lostAt, restored: totalDocs }
}

function archiveIn(backups: string) {
  const [name] = existsSync(join(backups, 'wal')) ? readdirSync(join(backups, 'wal')) : []
  return name === undefined ? undefined : join(backups, 'wal', name)
}

async function write(owner: Person, isEnough: (count: number) => boolean) {
  const writtenAt: number[] = []
  while (!isEnough(writtenAt.length)) {
    await raiseEnquiry(owner, `Number ${writtenAt.length}`, new Ledger())
    writtenAt.push(Date.now())
  }
  return writtenAt
}

/** Returns the name of the segment of the log that has everything written until now. */
async function finishSegment(folder: string) {
  const db = openDatabase({ host: join(folder, 'postgres'), user: 'postgres', database: 'enquiry_desk' }, 1)
  const [row] = await db<{ segment: string }[]>`select pg_walfile_name(pg_switch_wal()) as segment`
  await db.end()
  return row!.segment
}

/** Whether it is the file of a finished segment in the archive. */
function isOf(segment: string, name: string) {
  return name.startsWith(segment) && !name.endsWith('.partial')
}

/** Kills PostgreSQL as well, as when the machine is lost. */
async function lose(server: Server) {
  const [pid] = readFileSync(join(server.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  await server.kill()
  process.kill(Number(pid), 'SIGKILL')
  return Date.now()
}
