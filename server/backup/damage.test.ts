import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { packTar, unpackTar } from '#server/backup/places/tarFile.ts'
import { backUp, filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { flipBit } from '#server/test/backups/flipBit.ts'
import { people } from '#server/test/people.ts'
import { dataUrl, picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { readBackup } from './backupReader.ts'
import { readPoolKeys } from './backupReader.ts'

const app = await testApp()
const { member } = await people(app)
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
const { body } = await member.post('/enquiry', { enquiryType: 'Damage', summery: 'Zanzibar', documents })
const files = [{ name: 'log.txt', url: dataUrl('a log that nobody else may read', 'text/plain') }]
await member.post('/chat', { enquiry: body.data._id, side: 'customer', message: 'Kilimanjaro', files })

const passphrase = 'correct horse battery staple'

/** Every fault that reading the whole backup finds. */
async function faultsIn(folder: string, name: string, given?: string) {
  try {
    return await (await readBackup(await openFolderPlace(folder), name, given)).findFaults()
  } catch (error) {
    return [(error as Error).message]
  }
}

test.each([undefined, passphrase])(
  'one flipped bit in any part of a backup is found, wherever it is (passphrase: %s) [D13.1]',
  async (given) => {
    const folder = await temporaryFolder()
    const { name } = await backUp(app, folder, { passphrase: given })
    expect(await faultsIn(folder, name, given)).toEqual([])
    const parts = (await filesIn(folder)).filter(isOneOfItsKind())
    expect(parts.length).toBeGreaterThanOrEqual(given ? 8 : 7)
    for (const path of parts) {
      const intact = await readFile(path)
      for (const bit of bitsOf(intact, given ? 1 : 12)) {
        const damaged = Buffer.from(intact)
        damaged[bit >> 3]! ^= 1 << (bit & 7)
        await writeFile(path, damaged)
        expect(await faultsIn(folder, name, given), `bit ${bit} of ${relative(folder, path)}`).not.toEqual([])
      }
      await writeFile(path, intact)
    }
  },
)

/** At random. An encrypted backup takes a second to open, so it gets fewer. */
function bitsOf({ length }: Buffer, count: number) {
  return Array.from({ length: count }, () => randomInt(length * 8))
}

/** All tables are stored alike, and an empty one has few bytes; so are all files of the pool. */
function isOneOfItsKind() {
  const seen = new Map<string, number>()
  return (path: string) => {
    const kind = /\/tables\//.test(path) ? 'table' : /\/files\//.test(path) ? 'file' : path
    if (kind === 'table' && !/enquiry\.copy|seen\.copy/.test(path)) return false
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    return seen.get(kind)! <= 2
  }
}

test('an encrypted backup shows nothing of its content, and opens with its passphrase only [D13.1]', async () => {
  const folder = await temporaryFolder()
  const { name } = await backUp(app, folder, { passphrase })
  const paths = await filesIn(folder)
  const [document] = await app.db<{ sha256: string }[]>`select sha256 from document`
  for (const path of paths) {
    const text = (await readFile(path)).toString('latin1')
    for (const secret of ['Zanzibar', 'Kilimanjaro', 'leak.png', 'a log that', 'AGE-SECRET-KEY', document!.sha256]) {
      expect(`${relative(folder, path)} ${text}`).not.toContain(secret)
    }
  }
  expect(await faultsIn(folder, name)).toEqual([expect.stringContaining('is encrypted. Set BACKUP_PASSPHRASE')])
  expect(await faultsIn(folder, name, 'another')).toEqual([expect.stringContaining('passphrase of the backup')])
  expect(await faultsIn(folder, name, passphrase)).toEqual([])
})

test('encrypted backups with the same passphrase share their files, and one with another does not [D13.1]', async () => {
  const folder = await temporaryFolder()
  const first = await backUp(app, folder, { passphrase })
  const second = await backUp(app, folder, { passphrase })
  const other = await backUp(app, folder, { passphrase: 'another passphrase' })
  const [one, two, three] = await Promise.all(
    [first, second, other].map(({ place, name }) => readPoolKeys(place, name)),
  )
  expect(two).toEqual(one)
  expect(three!.filter((key) => one!.includes(key))).toEqual([])
  expect([...(await second.findFaults()), ...(await other.findFaults())]).toEqual([])
})

test('a backup in a .tar file has all of its parts, and a damaged or cut file is refused [D13.1]', async () => {
  const folder = await temporaryFolder()
  const { name } = await backUp(app, folder)
  const file = join(await temporaryFolder(), 'backup.tar')
  await packTar(folder, file)
  const unpacked = await temporaryFolder()
  await unpackTar(file, unpacked)
  expect(await faultsIn(unpacked, name)).toEqual([])
  const content = await readFile(file)
  // 512 bytes are a block, so some of these lengths end between two entries.
  for (const length of [content.length / 2, content.length / 2 - 256, content.length - 1024, content.length - 512]) {
    await writeFile(file, content.subarray(0, length))
    await expect(unpackTar(file, await temporaryFolder())).rejects.toThrow('is not a backup, or it is damaged')
  }
  await writeFile(file, 'no archive')
  await expect(unpackTar(file, await temporaryFolder())).rejects.toThrow('is not a backup, or it is damaged')
})

test('one flipped bit in any entry of a .tar file is found, in its name and in its content [D13.1]', async () => {
  const folder = await temporaryFolder()
  const { name } = await backUp(app, folder)
  const file = join(await temporaryFolder(), 'backup.tar')
  await packTar(folder, file)
  const content = await readFile(file)
  const parts = (await filesIn(folder)).filter(isOneOfItsKind())
  expect(parts.length).toBeGreaterThanOrEqual(7)
  for (const path of parts) {
    const entry = relative(folder, path)
    const header = content.indexOf(`${entry}\0`)
    const { length } = await readFile(path)
    // Each header is a block of 512 bytes that begins with the name (POSIX, ustar). The rest of the last block is not read.
    for (const [from, to] of [
      [header, header + entry.length],
      [header + 512, header + 512 + length],
    ] as const) {
      const repair = await flipBit(file, { from, to })
      expect(await faultsInTar(file, name), `bytes ${from} to ${to}, of ${entry}`).not.toEqual([])
      await repair()
    }
  }
  expect(await faultsInTar(file, name)).toEqual([])
})

async function faultsInTar(file: string, name: string) {
  const unpacked = await temporaryFolder()
  const failed = await unpackTar(file, unpacked).catch((error: Error) => error)
  return failed ? [failed.message] : faultsIn(unpacked, name)
}
