import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNameOfBackup } from '#server/backup/format/manifest.ts'
import { openDiskStorage } from '#server/storage/diskStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { syncPath } from '#server/syncPath.ts'
import type { BackupPlace } from './backupPlace.ts'
import { writeDurably } from './writeDurably.ts'

const suffix = '.partial'

/** Keeps each backup in a subfolder, whose name ends with `.partial` until the backup is finished. */
export async function openFolderPlace(folder: string): Promise<BackupPlace> {
  return folderPlace(folder, await openDiskStorage(join(folder, 'files')))
}

/** The names of the finished backups in a folder, oldest first. Unlike `openFolderPlace`, it creates nothing there. */
export async function listFinished(folder: string) {
  return (await readdir(folder)).filter((name) => isNameOfBackup(name)).toSorted()
}

/** Like `openFolderPlace`, with the files elsewhere. */
export function folderPlace(folder: string, pool: Storage): BackupPlace {
  const partial = (name: string) => join(folder, `${name}${suffix}`)
  return {
    address: folder,
    pool,

    names: () => listFinished(folder),

    async write(name, part, content) {
      const path = join(partial(name), part)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeDurably(path, content)
    },

    async open(name, part) {
      const path = [join(folder, name, part), join(partial(name), part)].find((each) => existsSync(each))
      return path === undefined ? undefined : (await open(path)).createReadStream()
    },

    async publish(name) {
      for (const entry of await readdir(partial(name), { recursive: true, withFileTypes: true })) {
        if (entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name))
      }
      await syncPath(partial(name))
      await rename(partial(name), join(folder, name))
      await syncPath(folder)
    },

    async remove(name) {
      // Renamed first, so that a killed removal leaves no incomplete backup under its name.
      await rename(join(folder, name), partial(name))
      await rm(partial(name), { recursive: true })
    },

    async clear() {
      const left = (await readdir(folder)).filter((name) => name.endsWith(suffix))
      for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}
