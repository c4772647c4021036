import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { unsealed } from '#server/backup/format/sealing.ts'
import { archivedFolder } from '#server/database/embedded/walArchiving.ts'
import { openDiskStorage } from '#server/storage/diskStorage.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { currentArchive } from './currentArchive.ts'
import { nextSegment, segmentBytes } from './segments.ts'
import { watchStorage } from './storedFiles.ts'
import { listArchives, openArchive } from './walArchive.ts'
import { WalShipping } from './walShipping.ts'

const first = '000000010000000000000003'
const second = nextSegment(first)
const third = nextSegment(second)

/** The folder of a cluster in which segments wait, and the folder of its backups. */
async function place() {
  const [cluster, backupDir] = [await temporaryFolder(), await temporaryFolder()]
  await mkdir(archivedFolder(cluster))
  await mkdir(join(cluster, 'pg_wal'))
  return { cluster, backupDir, files: watchStorage(await openDiskStorage(join(cluster, 'files'))) }
}

type Place = Awaited<ReturnType<typeof place>>

/** Ships until the test ends or `stop` is called. */
function ship({ cluster, backupDir, files }: Place, maxWaiting?: number) {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => (lines.push(JSON.parse(String(chunk)).msg), done()),
  })
  const settings = { cluster, backupDir, backupPassphrase: undefined }
  const shipping = new WalShipping(settings, files, fastify({ logger: { stream } }).log, { pauseMs: 5, maxWaiting })
  shipping.start()
  onTestFinished(() => shipping.stop())
  return { lines, stop: () => shipping.stop() }
}

async function finish({ cluster }: Place, segment: string, content: string) {
  const path = join(archivedFolder(cluster), segment)
  const bytes = Buffer.alloc(segmentBytes)
  bytes.write(content)
  // PostgreSQL renames a segment once it is complete.
  await writeFile(`${path}.new`, bytes)
  await rename(`${path}.new`, path)
}

async function waitingIn({ cluster }: Place) {
  return (await readdir(archivedFolder(cluster))).filter((name) => name !== 'archive')
}

async function contentsOf({ backupDir }: Place) {
  const contents = []
  for (const name of await listArchives(backupDir)) {
    const archive = await openArchive(backupDir, name, undefined)
    const read = (await archive.segments()).map(async (stored) => {
      const text = (await archive.read(stored)).toString()
      return text.replaceAll('\0', '')
    })
    contents.push(await Promise.all(read))
  }
  return contents
}

test('finished segments move to the archive, without the empty pages at their end', async () => {
  const desk = await place()
  ship(desk)
  await finish(desk, first, 'a')
  await finish(desk, second, 'b')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(await contentsOf(desk)).toEqual([['a', 'b']])
})

test('the number of a segment continues in the next file of 256', () => {
  expect(nextSegment('0000000200000001000000FE')).toBe('0000000200000001000000FF')
  expect(nextSegment('0000000200000001000000FF')).toBe('000000020000000200000000')
})

test('a segment that is archived twice, as after a crash, is stored once', async () => {
  const desk = await place()
  await finish(desk, first, 'a')
  const before = ship(desk)
  await expect.poll(() => waitingIn(desk)).toEqual([])
  await before.stop()
  await finish(desk, first, 'a')
  const { lines } = ship(desk)
  await finish(desk, second, 'b')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(await contentsOf(desk)).toEqual([['a', 'b']])
  expect(lines).toEqual([])
})

test.each([
  ['after a gap', third],
  ['when an older state of the database was put back, which now writes another log', second],
])('%s, a new archive begins', async (_case, segment) => {
  const desk = await place()
  ship(desk)
  await finish(desk, first, 'a')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  if (segment === second) await finish(desk, second, 'b')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  await finish(desk, segment, 'c')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(await contentsOf(desk)).toEqual(segment === second ? [['a', 'b'], ['c']] : [['a'], ['c']])
})

test('while the folder of the backups is away, segments wait, and the log says so once', async () => {
  const desk = await place()
  await rename(desk.backupDir, `${desk.backupDir}-away`)
  await writeFile(desk.backupDir, 'not a folder')
  const { lines } = ship(desk)
  await finish(desk, first, 'a')
  await expect.poll(() => lines).toEqual(['THE WRITE-AHEAD LOG COULD NOT BE ARCHIVED and will be tried again'])
  await finish(desk, second, 'b')
  expect(await waitingIn(desk)).toEqual([first, second])
  await rm(desk.backupDir)
  await rename(`${desk.backupDir}-away`, desk.backupDir)
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(await contentsOf(desk)).toEqual([['a', 'b']])
  expect(lines.slice(1)).toEqual(['the write-ahead log is archived again'])
})

test('segments that wait too long do not fill the disk: they are removed, and a new archive begins', async () => {
  const desk = await place()
  const old = await currentArchive(desk.cluster, desk.backupDir, { sealing: unsealed })
  await rename(desk.backupDir, `${desk.backupDir}-away`)
  await writeFile(desk.backupDir, 'not a folder')
  for (const segment of [first, second, third]) await finish(desk, segment, 'lost')
  const { lines } = ship(desk, 2)
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(lines).toContain(
    'TOO MUCH OF THE WRITE-AHEAD LOG WAITS to be archived. It is removed, and a new archive begins',
  )
  await rm(desk.backupDir)
  await rename(`${desk.backupDir}-away`, desk.backupDir)
  await finish(desk, nextSegment(third), 'd')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(await listArchives(desk.backupDir)).toEqual([old.name, expect.any(String)])
  expect(await contentsOf(desk)).toEqual([[], ['d']])
})

test('the files that were stored before a segment are copied before it, and after a crash those that are missing', async () => {
  const desk = await place()
  const { bases } = await currentArchive(desk.cluster, desk.backupDir, { sealing: unsealed })
  const keep = async (content: string) => {
    const draft = await desk.files.storage.receive([Buffer.from(content)])
    await desk.files.storage.keep(draft)
    return draft.sha256
  }
  const stored = await keep('stored')
  const { stop } = ship(desk)
  await finish(desk, first, 'a')
  await expect.poll(() => waitingIn(desk)).toEqual([])
  expect(await bases.pool.keys(stored.slice(0, 2))).toContain(stored)
  await stop()

  const crashed = await keep('stored shortly before a crash')
  desk.files.stored.clear()
  await bases.write('2026-11-25T10-00-00.000Z', 'base.json', [])
  await bases.publish('2026-11-25T10-00-00.000Z')
  ship(desk)
  await expect.poll(() => bases.pool.keys(crashed.slice(0, 2))).toContain(crashed)
})
