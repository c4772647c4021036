import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fail, root, start } from './run.mjs'

/** Installs the packages of package-lock.json, unless they are installed. */
export async function installMissing() {
  if (isInstalled()) return
  console.log('Installing packages …')
  const startedAt = Date.now()
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await npm(args)))
    fail('The packages could not be installed (npm ci). See the output above; the network is a common cause.')
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** npm records what it has installed in node_modules/.package-lock.json, which it writes last. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, entry]) => !path || !isForThisSystem(entry) || installed[path]?.version === entry.version,
  )
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Skips optional packages for other systems. node_modules may be copied from, or shared with, another system. */
function isForThisSystem({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

/**
 * Runs the npm that called this script, if any, rather than another on the PATH, in `cwd`. Prints the beginning of its errors, and
 * returns whether it succeeded.
 */
export async function npm(args, cwd = root) {
  const caller = process.env.npm_execpath
  const isNpm = caller?.endsWith('npm-cli.js')
  const options = { cwd, stdio: ['ignore', 'ignore', 'pipe'] }
  const child = isNpm
    ? start(process.execPath, [caller, ...args], { ...options, shell: false })
    : start('npm', args, options)
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) console.error(errors.split('\n').slice(0, 8).join('\n'))
  return code === 0
}
