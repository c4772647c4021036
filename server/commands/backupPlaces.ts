import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type BackupReader, readBackup } from '#server/backup/backupReader.ts'
import { isNameOfBackup } from '#server/backup/format/manifest.ts'
import type { BackupPlace } from '#server/backup/places/backupPlace.ts'
import { openBucketPlace } from '#server/backup/places/bucketPlace.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { packTar, unpackTar } from '#server/backup/places/tarFile.ts'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/startError.ts'
import { type BucketPlace, readStorageUrl } from '#server/storage/storageUrl.ts'

/** Where backups go if nothing else is said. */
export function defaultPlace({ backupDir, dataDir }: Config) {
  return backupDir ?? join(dataDir, 'backups')
}

/** npm runs commands in the project's folder; people mean paths from theirs. */
export function fromCaller(path: string, environment: NodeJS.ProcessEnv) {
  return isBucket(path) ? path : resolve(environment.INIT_CWD ?? '.', path)
}

function isBucket(target: string) {
  return target.startsWith('s3://')
}

/** Makes a backup in a folder, in a bucket, or in a file if the name ends with `.tar`. */
export async function writeTo(target: string, config: Config, write: (place: BackupPlace) => Promise<BackupReader>) {
  if (isBucket(target)) return withBucket(readBucket(target), config, write)
  if (!target.endsWith('.tar')) {
    await mkdir(target, { recursive: true, mode: 0o700 })
    return write(await openFolderPlace(target))
  }
  if (existsSync(target)) throw new StartError(`${target} exists. Choose another name, or move it away.`)
  const folder = `${target}.parts`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  try {
    const reader = await write(await openFolderPlace(folder))
    await packTar(folder, target)
    return reader
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readBucket(target: string) {
  try {
    return readStorageUrl(target)
  } catch (error) {
    throw new StartError(`The address of the backups ${(error as Error).message}.`)
  }
}

async function withBucket<T>(given: BucketPlace, { s3Credentials }: Config, use: (place: BackupPlace) => Promise<T>) {
  if (!s3Credentials) throw new StartError('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket.')
  const scratch = await mkdtemp(join(tmpdir(), 'enquiry-desk-bucket-'))
  try {
    return await use(await openBucketPlace(given, s3Credentials, scratch))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * The path of what a person named: the folder of a backup, a folder with several, a `.tar` file, or the name of a backup in the
 * default place.
 */
export async function findBackup(given: string, config: Config, environment: NodeJS.ProcessEnv) {
  if (isBucket(given)) return given
  const folder = defaultPlace(config)
  const path = [fromCaller(given, environment), join(folder, given)].find((each) => existsSync(each))
  if (!path) throw new StartError(`There is no backup ${given}. ${await whatThereIs(folder)}`)
  return path
}

type Options = { passphrase?: string; scratch: string; config: Config }

/** Opens what `findBackup` has found; of a folder with several, the newest. */
export async function withBackup<T>(
  path: string,
  { passphrase, scratch, config }: Options,
  use: (reader: BackupReader) => Promise<T>,
) {
  if (isBucket(path)) return withBucketBackup(readBucket(path), { passphrase, config }, use)
  if (!(await stat(path)).isFile()) return use(await openIn(path, passphrase))
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    await unpackTar(path, scratch)
    return await use(await openIn(scratch, passphrase))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The URL ends with the name of a backup, or with the folder of several. */
function withBucketBackup<T>(
  given: BucketPlace,
  { passphrase, config }: Omit<Options, 'scratch'>,
  use: (reader: BackupReader) => Promise<T>,
) {
  const [, folder = '', last = ''] = /^(.*?)([^/]*)\/?$/.exec(given.folder) ?? []
  const isOne = isNameOfBackup(last)
  return withBucket(isOne ? { ...given, folder } : given, config, async (place) => {
    const name = isOne ? last : (await place.names()).at(-1)
    if (!name) throw new StartError(`There is no finished backup in ${place.address}.`)
    return use(await readBackup(place, name, passphrase))
  })
}

async function openIn(path: string, passphrase?: string) {
  const isOne = existsSync(join(path, 'manifest.json'))
  const folder = isOne ? dirname(path) : path
  const name = isOne ? basename(path) : (await finishedIn(folder)).at(-1)
  if (!name) throw new StartError(`There is no finished backup in ${path}.`)
  return readBackup(await openFolderPlace(folder), name, passphrase)
}

/** Opening a place creates the folder for its files, which a folder without backups must not get. */
async function finishedIn(folder: string) {
  return existsSync(join(folder, 'files')) ? (await openFolderPlace(folder)).names() : []
}

export async function whatThereIs(folder: string) {
  const names = await finishedIn(folder)
  return names.length > 0 ? `In ${folder} there are ${names.join(', ')}.` : `There is none in ${folder} either.`
}
