import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run, tool } from './system/run.mjs'

/** In this order: the first one empties dist/web, into which the second one writes too. */
const configs = ['vite.config.ts', 'vite.form.config.ts', 'vite.server.config.ts']

const sources = ['contract', 'server', 'web', ...configs, 'package.json', 'package-lock.json']
/** Written last, so that an interrupted build has none. */
const stamp = join(root, 'dist/sources.sha256')

/** Builds the page and the server into dist/, unless dist/ is up to date. */
export async function buildStale() {
  const digest = digestOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building …')
  const startedAt = Date.now()
  forgetBuild()
  for (const config of configs) await build(config)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, digest)
  console.log(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** Call this before changing dist/ by other means. */
export function forgetBuild() {
  rmSync(stamp, { force: true })
}

async function build(config) {
  const env = { ...process.env, NODE_ENV: 'production' }
  const succeeded = await run(tool('vite'), ['build', '--config', config, '--logLevel', 'warn'], { env })
  if (!succeeded) fail(`The build failed (${config}). See the output above.`)
}

function digestOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function filesIn(path) {
  if (path.includes('.')) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.includes('node_modules'))
    .toSorted()
}
