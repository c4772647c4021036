import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

/** The folder of package.json: the same from the source and from the built server. */
export const projectRoot = findRoot(import.meta.dirname)
