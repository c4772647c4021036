import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fail, root, start } from './run.mjs'

/** Brings node_modules to what package-lock.json says; at once when it is. */
export async function installMissing() {
  if (isInstalled()) return
  console.log('Installing packages …')
  const began = Date.now()
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await npm(args)))
    fail('The packages could not be installed (npm ci). The reason is above; often it is the network.')
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/** npm keeps a record of what it has installed, and writes it last. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, entry]) => !path || !isForHere(entry) || installed[path]?.version === entry.version,
  )
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Of the optional ones, those for this system: node_modules may come from another, by a copy or a shared folder. */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

/** The npm that called us, if one did, rather than another on the path. Of what it complains about, the beginning. */
async function npm(args) {
  const caller = process.env.npm_execpath
  const isNpm = caller?.endsWith('npm-cli.js')
  const stdio = ['ignore', 'ignore', 'pipe']
  const child = isNpm
    ? start(process.execPath, [caller, ...args], { stdio, shell: false })
    : start('npm', args, { stdio })
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) console.error(complaint.split('\n').slice(0, 8).join('\n'))
  return code === 0
}
