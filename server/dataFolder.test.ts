import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callElsewhere } from '#server/test/elsewhere.ts'
import { type DataFolder, openDataFolder } from './dataFolder.ts'

let base: string
let opened: DataFolder[] = []

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'data-folder-'))
})

afterEach(async () => {
  for (const folder of opened.splice(0)) await folder.close()
  await rm(base, { recursive: true })
})

async function take(path: string) {
  const folder = await openDataFolder(path)
  opened.push(folder)
  return folder
}

/** Holds the folder in another process. */
function takeElsewhere(path: string) {
  return callElsewhere('server/dataFolder.ts', 'openDataFolder', path)
}

test('a missing folder is made, for its owner only', async () => {
  const { path } = await take(join(base, 'a/b'))
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('the mode of a folder that exists is left alone', async () => {
  await chmod(base, 0o755)
  await take(base)
  expect((await stat(base)).mode & 0o777).toBe(0o755)
})

test('the secret is made once and readable by its owner only', async () => {
  const first = await take(base)
  await first.close()
  const second = await take(base)
  expect(second.secret).toBe(first.secret)
  expect(Buffer.from(first.secret, 'base64url')).toHaveLength(32)
  expect((await stat(join(base, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a damaged secret is reported rather than used', async () => {
  await writeFile(join(base, 'secret'), 'short')
  await expect(openDataFolder(base)).rejects.toThrow(/secret is damaged/)
  await writeFile(join(base, 'secret'), 'x'.repeat(43))
  expect((await take(base)).secret).toBe('x'.repeat(43))
})

test('a folder in use is refused, by the pid of its user', async () => {
  await take(base)
  await expect(openDataFolder(base)).rejects.toThrow(
    `The data folder ${base} is in use by another server (pid ${process.pid}). Stop it, or choose another with DATA_DIR.`,
  )
})

test('of many that open a folder at once, exactly one gets it, also over a stale lock', async () => {
  const holder = await takeElsewhere(base)
  await holder.killHard()
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => take(base)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a folder is refused while another process has it, and free as soon as that one is killed', async () => {
  const holder = await takeElsewhere(base)
  await expect(openDataFolder(base)).rejects.toThrow(`in use by another server (pid ${holder.pid})`)
  await holder.killHard()
  await take(base)
})

test('a folder whose path is too long for a socket is locked as well', async () => {
  const deep = join(base, 'x'.repeat(120))
  await take(deep)
  await expect(openDataFolder(deep)).rejects.toThrow('in use by another server')
})

test('a folder that is closed can be opened again and leaves no socket', async () => {
  await (await take(base)).close()
  await expect(stat(join(base, 'lock.sock'))).rejects.toThrow('ENOENT')
  await take(base)
})

test('a path below a file is refused in one line', async () => {
  await writeFile(join(base, 'file'), '')
  for (const path of [join(base, 'file'), join(base, 'file/data')]) {
    await expect(openDataFolder(path)).rejects.toThrow(
      new RegExp(`^Cannot write to the data folder ${path}\\. .*DATA_DIR\\.$`),
    )
  }
})

test.runIf(process.platform === 'linux')('a file system that takes no folders is refused in one line', async () => {
  for (const path of ['/proc/a/b', '/sys/a/b', '/dev/null/a']) {
    await expect(openDataFolder(path)).rejects.toThrow(
      new RegExp(`^Cannot write to the data folder ${path}\\. .*DATA_DIR\\.$`),
    )
  }
})

test.skipIf(process.getuid?.() === 0)('a folder without permission to write is refused in one line', async () => {
  const closed = join(base, 'closed')
  await mkdir(closed, { mode: 0o500 })
  await expect(openDataFolder(closed)).rejects.toThrow('Its owner does not let this user in.')
})

test('the secret on disk is the one that is used', async () => {
  const { secret } = await take(base)
  expect(await readFile(join(base, 'secret'), 'utf8')).toBe(secret)
})
