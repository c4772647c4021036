import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

/** The folder of package.json, whether the server runs from source, from the build, or from the package. */
export const projectRoot = findRoot(import.meta.dirname)

/** Only the package has this file. It must not need npm. */
export const isPackaged = existsSync(join(projectRoot, 'main.js'))

/**
 * The build puts workers beside the server. The tests run the server from source: their setup builds the
 * workers alone.
 */
export function workerFile(name: string) {
  if (import.meta.url.endsWith('.ts')) return join(projectRoot, `dist/workers/${name}.js`)
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url))
}

/** How an operator calls a command here: `npm run restore -- NAME`, or in the package `node main.js restore NAME`. */
export function commandLine(command: string, ...args: string[]) {
  if (isPackaged) return ['node main.js', ...(command === 'start' ? [] : [command]), ...args].join(' ')
  const script = command === 'start' ? 'npm start' : `npm run ${command}`
  return [script, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
}
