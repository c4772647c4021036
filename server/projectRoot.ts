import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

/** The folder of package.json, whether the server runs from source or from the build. */
export const projectRoot = findRoot(import.meta.dirname)
