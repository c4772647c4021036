import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installByApt } from './apt.mjs'
import { root, run } from './run.mjs'

const programs = { buildah: '/usr/bin/buildah', crun: '/usr/bin/crun', debootstrap: '/usr/sbin/debootstrap' }
const cache = join(root, 'node_modules/.cache/containers')
const base = `enquiry-desk-base:${process.versions.node}`
const storage = ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run'), '--storage-driver', 'vfs']

/**
 * Returns the folder of an image storage with a base image, Debian with this machine's Node, and installs and makes what is missing;
 * undefined if that is impossible. Only root can run containers without further settings.
 */
export async function findOrMakeImageStorage() {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0)
    return undefined
  for (const [name, path] of Object.entries(programs)) if (!existsSync(path)) await installByApt(name)
  if (!Object.values(programs).every((path) => existsSync(path))) return undefined
  if (!hasBase()) await makeBase()
  return hasBase() ? cache : undefined
}

function hasBase() {
  return spawnSync(programs.buildah, [...storage, 'inspect', '--type', 'image', base]).status === 0
}

async function makeBase() {
  console.log('Making a base image (debootstrap, once) …')
  const folder = join(cache, 'debian')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
  const buildah = (...args) => run(programs.buildah, [...storage, ...args], quiet)
  const container = 'enquiry-desk-base'
  const isMade =
    (await run(programs.debootstrap, ['--variant=minbase', 'bookworm', folder], quiet)) &&
    (await buildah('from', '--name', container, 'scratch')) &&
    (await buildah('add', container, folder, '/')) &&
    (await buildah('add', container, realpathSync(process.execPath), '/usr/local/bin/node')) &&
    (await buildah('commit', container, base))
  await buildah('rm', container)
  rmSync(folder, { recursive: true, force: true })
  if (!isMade) console.error('The base image could not be made, so the test of the image is skipped.')
}
