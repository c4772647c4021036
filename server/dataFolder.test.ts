import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callInChildProcess } from '#server/test/processes/childProcess.ts'
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

async function openHere(path: string) {
  const folder = await openDataFolder(path)
  opened.push(folder)
  return folder
}

/** Opens the folder in another process. */
function openElsewhere(path: string) {
  return callInChildProcess('server/dataFolder.ts', 'openDataFolder', path)
}

test('a missing folder is created, accessible to its owner only', async () => {
  const { path } = await openHere(join(base, 'a/b'))
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('the mode of an existing folder does not change', async () => {
  await chmod(base, 0o755)
  await openHere(base)
  expect((await stat(base)).mode & 0o777).toBe(0o755)
})

test('the secret is created once, readable by its owner only', async () => {
  const first = await openHere(base)
  await first.close()
  const second = await openHere(base)
  expect(second.secret).toBe(first.secret)
  expect(Buffer.from(first.secret, 'base64url')).toHaveLength(32)
  expect((await stat(join(base, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a damaged secret is reported, not used', async () => {
  await writeFile(join(base, 'secret'), 'short')
  await expect(openDataFolder(base)).rejects.toThrow(/secret is damaged/)
  await writeFile(join(base, 'secret'), 'x'.repeat(43))
  expect((await openHere(base)).secret).toBe('x'.repeat(43))
})

test('a folder in use is refused, and the error names the pid', async () => {
  await openHere(base)
  await expect(openDataFolder(base)).rejects.toThrow(
    `The data folder ${base} is in use by another server (pid ${process.pid}). Stop it, or choose another with DATA_DIR.`,
  )
})

test('exactly one of many concurrent opens succeeds, even with a stale lock', async () => {
  const holder = await openElsewhere(base)
  await holder.killHard()
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => openHere(base)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a folder is refused while another process has it open, and is free as soon as that process is killed', async () => {
  const holder = await openElsewhere(base)
  await expect(openDataFolder(base)).rejects.toThrow(`in use by another server (pid ${holder.pid})`)
  await holder.killHard()
  await openHere(base)
})

test('a folder whose path is too long for a socket is locked too', async () => {
  const deep = join(base, 'x'.repeat(120))
  await openHere(deep)
  await expect(openDataFolder(deep)).rejects.toThrow('in use by another server')
})

test('a closed folder can be opened again and leaves no socket', async () => {
  await (await openHere(base)).close()
  await expect(stat(join(base, 'lock.sock'))).rejects.toThrow('ENOENT')
  await openHere(base)
})

test('a path below a file is refused with a one-line error', async () => {
  await writeFile(join(base, 'file'), '')
  for (const path of [join(base, 'file'), join(base, 'file/data')]) {
    await expect(openDataFolder(path)).rejects.toThrow(
      new RegExp(`^Cannot write to the data folder ${path}\\. .*DATA_DIR\\.$`),
    )
  }
})

test.runIf(process.platform === 'linux')(
  'a file system that allows no new folders is refused with a one-line error',
  async () => {
    for (const path of ['/proc/a/b', '/sys/a/b', '/dev/null/a']) {
      await expect(openDataFolder(path)).rejects.toThrow(
        new RegExp(`^Cannot write to the data folder ${path}\\. .*DATA_DIR\\.$`),
      )
    }
  },
)

test.skipIf(process.getuid?.() === 0)(
  'a folder without write permission is refused with a one-line error',
  async () => {
    const closed = join(base, 'closed')
    await mkdir(closed, { mode: 0o500 })
    await expect(openDataFolder(closed)).rejects.toThrow('This user has no permission to write there.')
  },
)

test('the secret on disk is the one that is used', async () => {
  const { secret } = await openHere(base)
  expect(await readFile(join(base, 'secret'), 'utf8')).toBe(secret)
})
