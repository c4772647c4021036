import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Chance } from './chance.ts'
import { isFull, runCommand, seed } from './interrupted.ts'
import { makePeople } from './people.ts'
import { Server } from './server.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

const root = join('test-results/faults/archive', isFull ? 'full' : 'small')
const rounds = isFull ? 5 : 1
/** The most that a lost machine may cost. */
const promisedMs = 60_000
const chance = new Chance(seed)

function archiveIn(backups: string) {
  const [name] = existsSync(join(backups, 'wal')) ? readdirSync(join(backups, 'wal')) : []
  return name === undefined ? undefined : join(backups, 'wal', name)
}

/** Kills PostgreSQL as well, as when the machine is lost. */
async function lose(server: Server) {
  const [pid] = readFileSync(join(server.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  await server.kill()
  process.kill(Number(pid), 'SIGKILL')
  return Date.now()
}

test('a machine that is lost takes at most a minute of work with it [D13.1]', async () => {
  test.setTimeout(3_600_000)
  console.log(`seed ${seed}`)
  rmSync(root, { recursive: true, force: true })
  const lost = []
  for (let round = 0; round < rounds; round++) {
    const place = join(root, String(round))
    const [folder, backups] = [join(place, 'data'), join(place, 'backups')]
    mkdirSync(place, { recursive: true })
    const server = new Server(folder, { BACKUP_DIR: backups, BACKUP_WAL: 'on' }, join(place, 'server.log'))
    await server.start()
    let running = server
    const [owner] = await makePeople(() => `http://localhost:${running.port}`, 1, AbortSignal.timeout(3_600_000))
    const base = () => readdirSync(archiveIn(backups) ?? place).filter((name) => /^\d{4}-.*Z$/.test(name))
    await expect.poll(base, { timeout: 120_000 }).toHaveLength(1)

    const writeMs = promisedMs + chance.between(5_000, isFull ? 60_000 : 10_000)
    const endAt = Date.now() + writeMs
    const writtenAt: number[] = []
    while (Date.now() < endAt) {
      await raiseEnquiry(owner!, `Number ${writtenAt.length}`, new Ledger())
      writtenAt.push(Date.now())
    }
    const lostAt = await lose(server)

    const restored = new Server(join(place, 'restored'), {}, join(place, 'restored.log'))
    const { output } = await runCommand(restored.folder, 'restore', [backups, '--at', 'latest'])
    expect(output).toContain('Restored.')
    await restored.start()
    running = restored
    const count = (await owner!.insist<{ totalDocs: number }>({ path: '/enquiry?limit=1' })).data.totalDocs
    expect(owner!.signedOut).toBe(0)
    await restored.stop()
    expect(count).toBeGreaterThanOrEqual(writtenAt.filter((at) => at < lostAt - promisedMs).length)
    lost.push({
      written: writtenAt.length,
      restored: count,
      lostSeconds: (lostAt - (writtenAt[count - 1] ?? 0)) / 1000,
    })
  }
  console.log(`archive: ${JSON.stringify(lost)}`)
})
