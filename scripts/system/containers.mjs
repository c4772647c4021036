import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installByApt, isRoot } from './apt.mjs'
import { root, run } from './run.mjs'

const buildahPath = '/usr/bin/buildah'
const crunPath = '/usr/bin/crun'
const debootstrap = '/usr/sbin/debootstrap'
const cache = join(root, 'node_modules/.cache/containers')
const storage = ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run'), '--storage-driver', 'vfs']
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }

/** The programs that ops/Containerfile and PostgreSQL run, and the locale of its databases. */
const tools = ['/bin/sh', '/bin/mkdir', '/bin/chown']
const locale = '/usr/lib/locale/C.utf8'
/** Parts of the C library that the native packages need, but Node does not. */
const moreLibraries = ['librt.so.1', 'libresolv.so.2']

/** crun refuses a machine that has control groups of both versions, so it sees only one of them. */
const runBundle = `
  umount /sys/fs/cgroup/unified 2>/dev/null
  exec crun --root "$1/state" --cgroup-manager disabled run --bundle "$1" "$2"`

/**
 * Returns an image storage, and a base image in it with this machine's Node, which it makes once; undefined without
 * buildah and crun, or if this machine cannot run containers. The base is `debian`, which takes a minute or two, or
 * `machine`, of a few files of this machine. Only root can run containers without further settings.
 */
export async function findOrMakeBaseImage(kind) {
  if (!isRoot() || spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0) return undefined
  if (!existsSync(buildahPath) || !existsSync(crunPath)) return undefined
  const base = `localhost/enquiry-desk-${kind}:${process.versions.node}`
  if (!hasImage(base)) await makeBase(base, kind === 'debian' ? fillFromDebian : fillFromMachine)
  return hasImage(base) && (await canRun(base)) ? { storage: cache, base } : undefined
}

function hasImage(name) {
  return spawnSync(buildahPath, [...storage, 'inspect', '--type', 'image', name]).status === 0
}

async function makeBase(base, fill) {
  console.log(`Making the base image ${base} (once) …`)
  const folder = join(cache, 'base')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const container = 'enquiry-desk-base'
  const isMade =
    (await fill(folder)) &&
    (await buildah('from', '--name', container, 'scratch')) &&
    (await buildah('add', container, folder, '/')) &&
    (await buildah('add', container, realpathSync(process.execPath), '/usr/local/bin/node')) &&
    (await buildah('commit', container, base))
  await buildah('rm', container)
  rmSync(folder, { recursive: true, force: true })
  if (!isMade) console.error('The base image could not be made, so the test of the image is skipped.')
}

function buildah(...args) {
  return run(buildahPath, [...storage, ...args], quiet)
}

async function fillFromDebian(folder) {
  if (!existsSync(debootstrap)) await installByApt(['debootstrap'])
  if (!existsSync(debootstrap) || !(await run(debootstrap, ['--variant=minbase', 'bookworm', folder], quiet)))
    return false
  for (const unneeded of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale']) {
    rmSync(join(folder, unneeded), { recursive: true, force: true })
  }
  return true
}

async function fillFromMachine(folder) {
  const { stdout } = spawnSync('ldd', [process.execPath, ...tools], { encoding: 'utf8' })
  const libraries = [...new Set(stdout?.match(/\/\S+\.so\S*/g))]
  const library = libraries.find((path) => path.includes('/libc.so'))
  // Without ldd, or with static programs, nothing says which files they need.
  if (!library) return false
  const more = moreLibraries.map((name) => join(dirname(library), name))
  for (const name of ['etc', 'tmp']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:root:/:/bin/sh\n')
  return run(
    'cp',
    ['--recursive', '--dereference', '--parents', locale, ...tools, ...libraries, ...more, folder],
    quiet,
  )
}

/** Whether both programs can run Node on the base, because a machine that is a container itself may forbid that. */
async function canRun(base) {
  const container = `enquiry-desk-probe-${process.pid}`
  const bundle = join(cache, container)
  try {
    const builds =
      (await buildah('from', '--name', container, base)) &&
      (await buildah('run', '--isolation', 'chroot', container, '--', 'node', '--version'))
    const { stdout } = spawnSync(buildahPath, [...storage, 'mount', container], { encoding: 'utf8' })
    mkdirSync(bundle, { recursive: true })
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(probeIn(stdout.trim())))
    const runs = builds && (await run('unshare', ['--mount', 'sh', '-c', runBundle, 'sh', bundle, container], quiet))
    if (!runs) console.error('This machine cannot run containers, so the test of the image is skipped.')
    return runs
  } finally {
    await buildah('rm', container)
    rmSync(bundle, { recursive: true, force: true })
  }
}

/** The configuration of the OCI runtime specification. */
function probeIn(path) {
  return {
    ociVersion: '1.0.2',
    root: { path, readonly: true },
    process: {
      args: ['/usr/local/bin/node', '--version'],
      cwd: '/',
      user: { uid: 10001, gid: 10001 },
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755'] },
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
}
