import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from './storage.ts'

/** Files below `folder`, spread over 256 subfolders by the first two characters of their key. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const subfolderOf = (key: string) => join(folder, key.slice(0, 2))
  const pathOf = (key: string) => join(subfolderOf(key), key)

  return {
    async put(key, bytes) {
      // Whoever wrote it may not have come to sync its folder yet.
      if (await renew(pathOf(key))) return sync(subfolderOf(key))
      if (await mkdir(subfolderOf(key), { recursive: true, mode: 0o700 })) await sync(folder)
      const draft = `${pathOf(key)}.${randomUUID()}.part`
      await write(draft, bytes)
      await rename(draft, pathOf(key))
      await sync(subfolderOf(key))
    },

    async open(key) {
      const file = await open(pathOf(key)).catch(whenMissing)
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
      const found = await stat(pathOf(key)).catch(whenMissing)
      if (!found || found.mtime >= storedBefore) return false
      await rm(pathOf(key), { force: true })
      return true
    },
  }
}

/** A new date keeps the sweep of orphans off a file that is about to be used again. */
async function renew(path: string) {
  const now = new Date()
  await utimes(path, now, now).catch(whenMissing)
  return (await stat(path).catch(whenMissing)) !== undefined
}

async function write(path: string, bytes: Buffer) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function sync(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
