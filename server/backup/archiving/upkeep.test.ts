import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unsealed } from '#server/backup/format/sealing.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { keepNewest } from '#server/backup/places/keepNewest.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { type Base, basePart, writeBase } from './base.ts'
import { hashOf, packSegment, segmentBytes } from './segments.ts'
import { listSpared, removeOld } from './upkeep.ts'
import { beginArchive, type WalArchive } from './walArchive.ts'

const part = { bytes: 1, sha256: 'a'.repeat(64) }

/** Adds a base backup that needs one file and begins with one segment. */
async function addBase({ bases }: WalArchive, name: string, firstSegment: string, file: string) {
  const base = { format: 1, productVersion: '', postgresVersion: '', startedAt: '2026-11-01T00:00:00.000Z' } as const
  const more = {
    stoppedAt: base.startedAt,
    firstSegment,
    lastSegment: firstSegment,
    label: '',
    cluster: part,
    pool: part,
  }
  await bases.write(name, basePart, [Buffer.from(writeBase({ ...base, ...more, secret: null } satisfies Base))])
  await bases.write(name, 'pool.gz', [gzipSync(`${file}\n`)])
  await bases.publish(name)
}

async function addSegment(archive: WalArchive, segment: string) {
  const packed = await packSegment(Buffer.alloc(segmentBytes))
  await archive.add({ segment, sha256: hashOf(packed) }, packed)
}

const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00-00-00.000Z`

test('the archives lead back seven days: older base backups, segments and archives are removed [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  const old = await beginArchive(backupDir, { sealing: unsealed })
  await addBase(old, november(1), '000000010000000000000001', 'a')
  const current = await beginArchive(backupDir, { sealing: unsealed })
  for (const [day, segment] of [
    [8, '000000010000000000000002'],
    [15, '000000010000000000000003'],
    [22, '000000010000000000000004'],
  ] as const) {
    await addSegment(current, segment)
    await addBase(current, november(day), segment, 'b')
  }
  await removeOld(backupDir, current, new Date('2026-11-22T01:00:00Z'))
  expect(existsSync(old.folder)).toBe(false)
  expect(await current.bases.names()).toEqual([november(15), november(22)])
  const kept = (await current.segments()).map(({ segment }) => segment)
  expect(kept).toEqual(['000000010000000000000003', '000000010000000000000004'])
})

test('old backups leave the files that an archive needs: those of its base backups, and all that came later [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  const place = await openFolderPlace(backupDir)
  const archive = await beginArchive(backupDir, { sealing: unsealed })
  const needed = 'a'.repeat(64)
  await addBase(archive, november(1), '000000010000000000000001', needed)
  await place.pool.put(needed, Buffer.from('needed by the base backup'))
  const later = 'b'.repeat(64)
  await place.pool.put(later, Buffer.from('stored after it'))
  await keepNewest(place, 1, await listSpared(backupDir))
  expect([...(await place.pool.keys('aa')), ...(await place.pool.keys('bb'))]).toEqual([needed, later])
  const none = { keys: new Set<string>(), since: undefined }
  await keepNewest(place, 1, none)
  expect([...(await place.pool.keys('aa')), ...(await place.pool.keys('bb'))]).toEqual([])
})
