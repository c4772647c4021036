import { open } from 'node:fs/promises'
import type { Chunks } from '#server/backup/measure.ts'

/** Writes a new file, and resolves once its content survives a power cut. */
export async function writeDurably(path: string, content: Chunks) {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}
