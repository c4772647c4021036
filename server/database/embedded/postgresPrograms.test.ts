import { appendFile, chmod, chown, lstat, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runnableFolder } from './postgresPrograms.ts'
import { runProgram } from './runProgram.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

let closed: string
let native: string
let place: string

/** A package as npm installs it, without its symbolic links, in a private folder. Its program needs its library. */
beforeEach(async () => {
  closed = await mkdtemp(join(tmpdir(), 'closed-'))
  native = join(closed, 'native')
  for (const name of ['bin', 'lib', 'share']) await mkdir(join(native, name), { recursive: true })
  await writeFile(join(closed, 'package.json'), '{ "version": "0.0.0-test" }')
  await writeFile(join(native, 'bin/postgres'), '#!/bin/sh\ncat "${0%/bin/*}/lib/lib.so"\n', { mode: 0o700 })
  await writeFile(join(native, 'lib/lib.so.1'), 'PostgreSQL', { mode: 0o600 })
  await writeFile(
    join(native, 'pg-symlinks.json'),
    '[{ "source": "native/lib/lib.so.1", "target": "native/lib/lib.so" }]',
  )
  place = await mkdtemp('/tmp/place-')
  await chmod(place, 0o755)
  vi.stubEnv('TMPDIR', place)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(place, { recursive: true })
  await rm(closed, { recursive: true })
  await rm(join('/var/tmp', copyName), { recursive: true, force: true })
})

const copyName = `enquiry-desk-postgres-0.0.0-test-${process.arch}`

async function canRun(folder: string, account = {}) {
  return (await runProgram(join(folder, 'bin/postgres'), ['--version'], { cwd: '/', ...account })).succeeded
}

test('the symbolic links that npm leaves out are created', async () => {
  expect(await canRun(native)).toBe(false)
  expect(await runnableFolder(native, {})).toBe(native)
  expect(await canRun(native)).toBe(true)
})

test('a program that does not run is reported in one line that says what to do', async () => {
  await rm(join(native, 'lib/lib.so.1'))
  await expect(runnableFolder(native, {})).rejects.toThrow(
    /^The embedded PostgreSQL does not run: .* Set DATABASE_URL .*\.$/,
  )
})

describe.runIf(isRoot)('as root, if the other account cannot read the package', () => {
  test('it gets a copy that it can run and only root can write', async () => {
    const copy = await runnableFolder(native, nobody)
    expect(copy).toBe(join(place, copyName))
    expect(await canRun(copy, nobody)).toBe(true)
    const { uid, mode } = await lstat(join(copy, 'bin/postgres'))
    expect([uid, mode & 0o022]).toEqual([0, 0])
  })

  test('the copy is reused', async () => {
    const first = await lstat(await runnableFolder(native, nobody))
    expect((await lstat(await runnableFolder(native, nobody))).ino).toBe(first.ino)
  })

  test.each([
    ['incomplete', (copy: string) => rm(join(copy, 'share'), { recursive: true })],
    ['extended', (copy: string) => writeFile(join(copy, 'lib/lib.so.2'), '')],
    ['modified', (copy: string) => appendFile(join(copy, 'bin/postgres'), 'x')],
    ["another user's", (copy: string) => chown(join(copy, 'bin/postgres'), nobody.uid, nobody.gid)],
    ['writable by others', (copy: string) => chmod(join(copy, 'bin/postgres'), 0o777)],
  ])('a copy that has become %s is replaced', async (_, spoil) => {
    const first = await lstat(await runnableFolder(native, nobody))
    await spoil(join(place, copyName))
    expect((await lstat(await runnableFolder(native, nobody))).ino).not.toBe(first.ino)
    expect((await lstat(await runnableFolder(native, nobody))).ino).toBe((await lstat(join(place, copyName))).ino)
  })

  test("another user's folder or link with its name is left alone", async () => {
    const copy = await runnableFolder(native, nobody)
    const others = join(place, 'others')
    await rename(copy, others)
    await chown(others, nobody.uid, nobody.gid)
    await symlink(others, copy)
    expect(dirname(await runnableFolder(native, nobody))).toBe('/var/tmp')
    await rm(copy)
    await rename(others, copy)
    expect(dirname(await runnableFolder(native, nobody))).toBe('/var/tmp')
  })
})
