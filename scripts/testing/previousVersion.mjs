import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run } from '../system/run.mjs'

const { version, commit } = JSON.parse(readFileSync(join(root, 'server/database/previousVersion.json'), 'utf8'))
const folder = join(root, 'node_modules/.cache/previous-version', commit)
const archive = join(folder, 'source.tar')

/**
 * Returns the folder of the version before this one, installed and built with its own scripts, or undefined if the
 * history of this clone does not reach back to it.
 */
export async function buildPreviousVersion() {
  if (existsSync(join(folder, 'dist/sources.sha256'))) return folder
  if (!(await run('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' }))) return undefined
  console.log(`Building version ${version}, to run beside this one …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const built =
    (await run('git', ['archive', '--output', archive, commit])) &&
    (await run('tar', ['-xf', archive, '-C', folder])) &&
    (await run(process.execPath, ['scripts/build.mjs'], { cwd: folder }))
  if (!built) fail(`Version ${version} could not be built. See the output above.`)
  return folder
}
