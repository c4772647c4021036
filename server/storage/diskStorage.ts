import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#server/syncPath.ts'
import type { Draft, Storage } from './storage.ts'

/** The keys of drafts begin with this, which no hash does, so they have a subfolder of their own. */
export const draftPrefix = 'in'

/** Stores files below `folder`, in 256 subfolders by the first two characters of their key. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { ...storeFiles(folder), ...readAndSweepFiles(folder) }
}

/** Files arrive as drafts, and are moved to their final key. */
function storeFiles(folder: string): Pick<Storage, 'receive' | 'put' | 'keep' | 'discard'> {
  const makeSubfolder = async (key: string) => {
    if (await mkdir(subfolderOf(folder, key), { recursive: true, mode: 0o700 })) await syncPath(folder)
  }
  const receive: Storage['receive'] = async (content) => {
    const key = `${draftPrefix}${randomUUID()}.part`
    await makeSubfolder(key)
    try {
      return { key, ...(await write(diskPathOf(folder, key), content)) }
    } catch (error) {
      await rm(diskPathOf(folder, key), { force: true })
      throw error
    }
  }
  const moveTo = async (key: string, draft: Draft) => {
    await syncPath(diskPathOf(folder, draft.key))
    await makeSubfolder(key)
    await rename(diskPathOf(folder, draft.key), diskPathOf(folder, key))
    await syncPath(subfolderOf(folder, key))
  }
  const isStored = async (key: string) => {
    if (!(await renew(diskPathOf(folder, key)))) return false
    // Another writer of these bytes may not have synced their folder yet.
    await syncPath(subfolderOf(folder, key))
    return true
  }

  return {
    receive,

    async put(key, bytes) {
      if (!(await isStored(key))) await moveTo(key, await receive([bytes]))
    },

    async keep(draft) {
      if (!(await isStored(draft.sha256))) await moveTo(draft.sha256, draft)
    },

    async discard({ key }) {
      await rm(diskPathOf(folder, key), { force: true })
    },
  }
}

/** Where a key is below the folder of a storage. */
export function diskPathOf(folder: string, key: string) {
  return join(subfolderOf(folder, key), key)
}

function subfolderOf(folder: string, key: string) {
  return join(folder, key.slice(0, 2))
}

/** Updates the modification time, so that the sweep does not remove a file that is about to be used again. */
async function renew(path: string) {
  const now = new Date()
  await utimes(path, now, now).catch(whenMissing)
  return (await stat(path).catch(whenMissing)) !== undefined
}

/** Does not sync the file: that slows down everybody who writes, and is needed only for a draft that is kept. */
async function write(path: string, content: Parameters<Storage['receive']>[0]) {
  const file = await open(path, 'wx', 0o600)
  try {
    return await append(file, content)
  } finally {
    await file.close()
  }
}

async function append(file: FileHandle, content: Parameters<Storage['receive']>[0]) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    await file.writeFile(chunk)
  }
  return { sha256: hash.digest('hex'), size }
}

function readAndSweepFiles(folder: string): Pick<Storage, 'open' | 'parts' | 'keys' | 'remove'> {
  return {
    async open(key) {
      const file = await open(diskPathOf(folder, key)).catch(whenMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },

    async parts() {
      return (await readdir(folder)).filter((name) => name.length === 2).toSorted()
    },

    async keys(part) {
      return (await readdir(join(folder, part)).catch(whenMissing)) ?? []
    },

    async remove(key, storedBefore) {
      const path = diskPathOf(folder, key)
      const found = await stat(path).catch(whenMissing)
      if (!found || found.mtime >= storedBefore) return false
      await rm(path, { force: true })
      return true
    },
  }
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
