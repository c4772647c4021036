import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'
import { accountFor, makerFor } from './postgresAccount.ts'
import { prepareCluster } from './postgresCluster.ts'
import { findPostgresPrograms } from './postgresPrograms.ts'

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/** A process that runs as this user until the test ends. */
async function runAs(uid: number) {
  const sleeper = spawn('sleep', ['600'], { uid, gid: uid, cwd: '/', stdio: 'ignore' })
  await once(sleeper, 'spawn')
  onTestFinished(async () => {
    sleeper.kill()
    await once(sleeper, 'exit')
  })
}

describe.runIf(isRootOnLinux)('started by root', async () => {
  const base = await mkdtemp(join(tmpdir(), 'account-'))
  const cluster = join(base, 'data/postgres')
  afterAll(() => rm(base, { recursive: true, maxRetries: 20, retryDelay: 50 }))

  /** A folder like /etc, with these accounts in addition to root and nobody. */
  async function machineWith(...accounts: string[]) {
    const etc = await mkdtemp(join(base, 'etc-'))
    const everywhere = ['root:x:0:0:root:/root:/bin/bash', 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin']
    await writeFile(join(etc, 'passwd'), [...everywhere, ...accounts, ''].join('\n'))
    await writeFile(join(etc, 'group'), 'root:x:0:\nnogroup:x:65534:\n')
    return etc
  }

  test('the user postgres is used if it exists', async () => {
    const etc = await machineWith('postgres:x:105:110:PostgreSQL:/var/lib/postgresql:/bin/bash')
    expect(await accountFor(cluster, etc)).toEqual({ uid: 105, gid: 110 })
  })

  test('otherwise each data folder gets its own user ID', async () => {
    const etc = await machineWith()
    const { uid, gid } = await accountFor(cluster, etc)
    expect(uid).toBeGreaterThanOrEqual(60_600)
    expect(uid).toBeLessThan(61_100)
    expect(gid).toBe(uid)
    expect(await accountFor(cluster, etc)).toEqual({ uid, gid })
    expect((await accountFor('/srv/other/postgres', etc)).uid).not.toBe(
      (await accountFor('/srv/desk/postgres', etc)).uid,
    )
  })

  test('a user ID that has an account, a group or a running process is skipped', async () => {
    const etc = await machineWith()
    const { uid } = await accountFor(cluster, etc)
    const { uid: next } = await accountFor(cluster, await machineWith(`somebody:x:${uid}:100::/:/bin/sh`))
    expect(next).not.toBe(uid)
    await writeFile(join(etc, 'group'), `somebodies:x:${uid}:\n`)
    expect((await accountFor(cluster, etc)).uid).toBe(next)
    await runAs(next!)
    expect([uid, next]).not.toContain((await accountFor(cluster, etc)).uid)
  })

  test('if every user ID is taken, the error says what to do', async () => {
    const all = Array.from({ length: 500 }, (_, step) => `user${step}:x:${60_600 + step}:100::/:/bin/sh`)
    await expect(accountFor(cluster, await machineWith(...all))).rejects.toThrow(
      /^PostgreSQL may not run as root, .* Start as an ordinary user, or create one for it: useradd --system postgres\.$/,
    )
  })

  test('an existing database keeps its owner', async () => {
    const kept = join(base, 'kept/postgres')
    await mkdir(kept, { recursive: true })
    await chown(kept, 65_534, 65_534)
    expect(await accountFor(kept, await machineWith())).toEqual({ uid: 65_534, gid: 65_534 })
  })

  test('for a user ID without a name, an account without processes creates the database', async () => {
    const unnamed = { uid: 60_600, gid: 60_600 }
    const etc = await machineWith('idle:x:60777:60778::/:/bin/sh', 'busy:x:60776:60776::/:/bin/sh')
    expect(await makerFor({ uid: 60_776, gid: 60_776 }, etc)).toEqual({ uid: 60_776, gid: 60_776 })
    await runAs(65_534)
    expect(await makerFor(unnamed, etc)).toEqual({ uid: 60_777, gid: 60_778 })
    await runAs(60_777)
    await runAs(60_776)
    await expect(makerFor(unnamed, etc)).rejects.toThrow(
      /^The database cannot be created: every user except root has running processes\. Start as /,
    )
  })

  test('the database is created, runs and restarts under its own user ID', async () => {
    const account = await accountFor(cluster, await machineWith())
    await mkdir(join(base, 'data'))
    await prepareCluster(cluster, await findPostgresPrograms(account), account)
    const owners = new Set<string>()
    for (const path of ['', ...(await readdir(cluster, { recursive: true }))]) {
      const { uid, gid } = await stat(join(cluster, path))
      owners.add(`${uid}:${gid}`)
    }
    expect([...owners]).toEqual([`${account.uid}:${account.gid}`])
    for (let start = 0; start < 2; start++) {
      const postgres = await startEmbeddedPostgres(join(base, 'data'))
      const [, ids] = /^Uid:\s+(.*)$/m.exec(await readFile(`/proc/${postgres.pid()}/status`, 'utf8')) ?? []
      await postgres.stop()
      expect(new Set(ids?.split('\t'))).toEqual(new Set([String(account.uid)]))
    }
  }, 60_000)

  test('files that root has restored belong to the database, also those of a log on another disk', async () => {
    const account = { uid: 65_534, gid: 65_534 }
    const restored = join(base, 'restored')
    const log = join(base, 'log')
    const files = [join(restored, 'PG_VERSION'), join(log, '000000010000000000000001')]
    for (const folder of [restored, log]) await mkdir(folder)
    for (const file of files) await writeFile(file, '')
    await symlink(log, join(restored, 'pg_wal'))
    await prepareCluster(restored, await findPostgresPrograms(account), account)
    const owners = await Promise.all([restored, log, ...files].map(async (path) => (await stat(path)).uid))
    expect(new Set(owners)).toEqual(new Set([account.uid]))
  })
})
