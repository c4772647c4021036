import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, realpath, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from './folderLock.ts'
import { StartError } from './startError.ts'

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>

/** Takes the data folder, made if missing, for this process alone. Throws a StartError. */
export async function openDataFolder(wanted: string) {
  try {
    await makeFolder(wanted)
    const path = await realpath(wanted)
    await rmdir(await mkdtemp(join(path, 'is-writable-')))
    return await takeFolder(path)
  } catch (error) {
    throw cannotWrite(wanted, error)
  }
}

/** Not mkdir's own `recursive`, which on Linux goes round forever below /proc. */
async function makeFolder(path: string) {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    await makeFolder(dirname(path))
    await makeFolder(path)
  }
}

async function takeFolder(path: string) {
  const lock = await lockFolder(path)
  try {
    return { path, secret: await readOrMakeSecret(path), close: lock.release }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function readOrMakeSecret(folder: string) {
  const path = join(folder, 'secret')
  const secret = (await readIfThere(path)) ?? (await makeSecret(path))
  if (secret.length < 32) {
    throw new StartError(`The file ${path} is damaged. Restore it, or delete it: everybody then has to sign in again.`)
  }
  return secret
}

async function readIfThere(path: string) {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function makeSecret(path: string) {
  const secret = randomBytes(32).toString('base64url')
  const staged = `${path}.new`
  await writeDurably(staged, secret)
  await rename(staged, path)
  return secret
}

async function writeDurably(path: string, text: string) {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'It cannot be made there',
  EACCES: 'Its owner does not let this user in',
  EPERM: 'The system does not permit it',
  EROFS: 'The file system is read-only',
  ENOTDIR: 'A part of its path is a file',
  EEXIST: 'There is a file of that name',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  ENAMETOOLONG: 'The path is too long',
  ELOOP: 'Its symbolic links lead in a circle',
}

function cannotWrite(folder: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (!code) return error
  const reason = reasons[code] ?? `The system says ${code}`
  return new StartError(
    `Cannot write to the data folder ${folder}. ${reason}. Make it writable, or choose another with DATA_DIR.`,
  )
}
