import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes what was written to a file, or the names in a folder, survive a power cut. */
export async function syncPath(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Does so for everything in a folder, except sockets and links, which have no content. */
export async function syncTree(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() || entry.isDirectory())
  for (const { parentPath, name } of paths) await syncPath(join(parentPath, name))
  await syncPath(folder)
}
