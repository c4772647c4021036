import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemCallsOfUnit } from './unit.ts'
import { untilReady } from './untilReady.ts'

const execute = promisify(execFile)

type ImageConfig = {
  User: string
  Env: string[]
  Entrypoint: string[]
  WorkingDir: string
  StopSignal: string
  Volumes: Record<string, object>
  ExposedPorts: Record<string, object>
  Healthcheck: { Test: string[] }
}

/** An image storage as scripts/system/containers.mjs makes it. */
export class Images {
  constructor(
    readonly storage: string,
    readonly base: string,
  ) {}

  /** Builds an image with a Containerfile and its context. Returns what the image says of itself. */
  async build(name: string, context: string): Promise<ImageConfig> {
    const file = join(context, 'ops/Containerfile')
    const args = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${this.base}`, '--file', file]
    await this.#buildah('build', ...args, '--tag', name, context)
    return JSON.parse(await this.#buildah('inspect', '--type', 'image', name)).Docker.config
  }

  /** Returns the folder with the files of an image. */
  async mount(name: string, container: string) {
    await this.#buildah('from', '--name', container, name)
    return (await this.#buildah('mount', container)).trim()
  }

  async remove(name: string, container: string) {
    await this.#buildah('rm', container).catch(() => undefined)
    await this.#buildah('rmi', name).catch(() => undefined)
  }

  async #buildah(...args: string[]) {
    const { storage } = this
    const places = ['--root', join(storage, 'storage'), '--runroot', join(storage, 'run'), '--storage-driver', 'vfs']
    return (await execute('buildah', [...places, ...args], { maxBuffer: 16 * 1024 * 1024 })).stdout
  }
}

type Container = { rootfs: string; config: ImageConfig; volume: string; settings: Record<string, string> }

/**
 * A container that crun runs: a read-only root, one volume, no capabilities, the system calls of the systemd unit, and the network of
 * this machine.
 */
export class Running {
  readonly #state: string
  #ended: Promise<unknown[]> | undefined

  constructor(
    readonly place: string,
    readonly name: string,
    readonly container: Container,
  ) {
    this.#state = join(place, 'state')
  }

  /** Resolves once the server is ready. */
  async start() {
    const bundle = join(this.place, 'bundle')
    mkdirSync(bundle, { recursive: true })
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(specOf(this.container)))
    const child = spawn('unshare', this.#crun('run', '--bundle', bundle, this.name))
    this.#ended = once(child, 'exit')
    process.once('exit', () => child.kill('SIGKILL'))
    await untilReady(child)
  }

  /** Runs a program in the container as its user and in its folder, and returns what it prints. */
  async exec(...command: string[]) {
    const { User, WorkingDir } = this.container.config
    const options = ['--no-new-privs', '--user', User, '--cwd', WorkingDir]
    return (await execute('unshare', this.#crun('exec', ...options, this.name, ...command))).stdout
  }

  /** Returns the exit code. */
  async stop() {
    await execute('unshare', this.#crun('kill', this.name, this.container.config.StopSignal))
    const [code] = await this.#ended!
    return code
  }

  /** For a test that has failed. */
  async remove() {
    await execute('unshare', this.#crun('delete', '--force', this.name)).catch(() => undefined)
  }

  /** crun refuses a machine that has control groups of both versions, so it sees only one of them. The container needs none. */
  #crun(...args: string[]) {
    const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec crun "$@"'
    return ['--mount', 'sh', '-c', script, 'sh', '--root', this.#state, '--cgroup-manager', 'disabled', ...args]
  }
}

/** A new folder that belongs to the user of the image, as a new volume does. */
export function newVolume(place: string, { User }: ImageConfig) {
  const volume = join(place, 'volume')
  rmSync(volume, { recursive: true, force: true })
  mkdirSync(volume, { recursive: true, mode: 0o700 })
  const [uid, gid] = User.split(':').map(Number)
  chownSync(volume, uid!, gid!)
  return volume
}

/** The configuration of the OCI runtime specification. */
function specOf({ rootfs, config, volume, settings }: Container) {
  const [uid, gid] = config.User.split(':').map(Number)
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const [volumePath] = Object.keys(config.Volumes)
  return {
    ociVersion: '1.0.2',
    root: { path: rootfs, readonly: true },
    process: {
      args: config.Entrypoint,
      cwd: config.WorkingDir,
      env: [...config.Env, ...given],
      user: { uid, gid },
      capabilities: { bounding: [], effective: [], permitted: [] },
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755'] },
      { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'noexec', 'nodev', 'mode=1777'] },
      { destination: volumePath, type: 'bind', source: volume, options: ['rbind', 'rw'] },
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      seccomp: systemCallsOfUnit(),
    },
  }
}
