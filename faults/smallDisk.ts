import { spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import type { Fault } from './interrupted.ts'

/** It takes as much memory as is written to it. */
const wholeBytes = 1024 ** 3
const slackBytes = 64 * 1024

/** A disk in memory that can become full; an ordinary folder where it cannot be mounted. */
export class SmallDisk {
  isMounted = false

  constructor(readonly folder: string) {}

  mount() {
    mkdirSync(this.folder, { recursive: true })
    const options = ['-t', 'tmpfs', '-o', `size=${wholeBytes},mode=0700`]
    this.isMounted = spawnSync('mount', [...options, 'tmpfs', this.folder]).status === 0
  }

  /** Also a disk that a killed run has left. */
  unmount() {
    spawnSync('umount', ['-l', this.folder])
  }

  /** Runs `work`, and adds to its result the most bytes that it took at once. */
  async measure<T extends object>(work: () => Promise<T>) {
    const before = this.#usedBytes()
    let bytes = 0
    const timer = setInterval(() => (bytes = Math.max(bytes, this.#usedBytes() - before)), 10)
    try {
      return { ...(await work()), bytes }
    } finally {
      clearInterval(timer)
    }
  }

  /** Runs `work`. If the fault is a full disk, this is the disk, which has room again at the end. */
  async meet<T>({ fullAfterMs, bytesLeft = 0 }: Fault, work: () => Promise<T>) {
    if (fullAfterMs === undefined) return work()
    if (fullAfterMs === 0) this.#fill(bytesLeft)
    const timer = fullAfterMs > 0 ? setTimeout(() => this.#fill(bytesLeft), fullAfterMs) : undefined
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      this.#resize(wholeBytes)
    }
  }

  /** A disk cannot become smaller than what is on it, which may grow meanwhile. */
  #fill(bytesLeft: number) {
    for (let slack = 0; !this.#resize(this.#usedBytes() + bytesLeft + slack); slack += slackBytes) {
      if (slack > wholeBytes) throw new Error(`${this.folder} could not be made smaller`)
    }
  }

  #resize(bytes: number) {
    return spawnSync('mount', ['-o', `remount,size=${bytes}`, this.folder]).status === 0
  }

  #usedBytes() {
    const { blocks, bfree, bsize } = statfsSync(this.folder)
    return (blocks - bfree) * bsize
  }
}
