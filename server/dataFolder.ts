import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from './folderLock.ts'
import { settleRestores } from './stagedRestore.ts'
import { StartError } from './startError.ts'

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>

/** Opens the data folder for this process alone, and creates it if it is missing. Throws a StartError. */
export async function openDataFolder(wanted: string) {
  const { path, release } = await lockDataFolder(wanted)
  try {
    return { path, secret: await readOrCreateSecret(path), close: release }
  } catch (error) {
    await release()
    throw cannotWrite(wanted, error)
  }
}

/** Like `openDataFolder`, for uploads in progress only: the folder is removed when it is closed. */
export async function openTemporaryFolder(wanted: string): Promise<DataFolder> {
  const folder = await openDataFolder(wanted)
  const close = async () => {
    await folder.close()
    await rm(folder.path, { recursive: true, force: true })
  }
  return { ...folder, close }
}

/** Like `openDataFolder`, for a folder that need not have a secret yet. */
export async function lockDataFolder(wanted: string) {
  try {
    await createFolder(wanted)
    const path = await realpath(wanted)
    await rmdir(await mkdtemp(join(path, 'is-writable-')))
    const { release } = await lockFolder(path)
    await settleRestores(path).catch(async (error: unknown) => {
      await release()
      throw error
    })
    return { path, release }
  } catch (error) {
    throw cannotWrite(wanted, error)
  }
}

/** Node's `mkdir` with `recursive` never returns below /proc on Linux. */
async function createFolder(path: string) {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    await createFolder(dirname(path))
    await createFolder(path)
  }
}

async function readOrCreateSecret(folder: string) {
  const path = join(folder, 'secret')
  const secret = (await readIfExists(path)) ?? (await createSecret(path))
  if (secret.length < 32) {
    throw new StartError(`The file ${path} is damaged. Restore it, or delete it: everyone then has to sign in again.`)
  }
  return secret
}

async function readIfExists(path: string) {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function createSecret(path: string) {
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
  ENOENT: 'It cannot be created there',
  EACCES: 'This user has no permission to write there',
  EPERM: 'The operating system does not permit it',
  EROFS: 'The file system is read-only',
  ENOTDIR: 'Part of its path is a file',
  EEXIST: 'A file with that name exists',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is exhausted',
  ENAMETOOLONG: 'The path is too long',
  ELOOP: 'Its symbolic links form a loop',
}

function cannotWrite(folder: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (!code) return error
  const reason = reasons[code] ?? `The operating system reports ${code}`
  const step = /^(ENOSPC|EDQUOT)$/.test(code) ? 'Make room' : 'Make it writable'
  return new StartError(
    `Cannot write to the data folder ${folder}. ${reason}. ${step}, or choose another with DATA_DIR.`,
  )
}
