import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Cluster } from './cluster.ts'
import { type NetworkFault, networkFaults, type Proxy } from './proxy.ts'

export type Fault = NetworkFault | 'first server killed' | 'second server killed' | 'database killed' | 'outage'

/** The number of large faults among a thousand. All others are small network faults. */
const largeFaultsPerThousand = {
  'first server killed': 6,
  'second server killed': 12,
  'database killed': 8,
  outage: 12,
} as const

/** The faults in a random order that depends on the seed only, with some of each kind. */
export function planOf(count: number, chance: Chance): Fault[] {
  const large = Object.entries(largeFaultsPerThousand).flatMap(([fault, perThousand]) =>
    Array<Fault>(Math.max(1, Math.round((count * perThousand) / 1000))).fill(fault as Fault),
  )
  const small = Array.from(
    { length: count - large.length },
    (_, index): Fault => networkFaults[index % networkFaults.length]!,
  )
  return chance.shuffled([...large, ...small])
}

/** Causes the faults one by one. Each large fault waits until the servers have recovered from the previous one. */
export class FaultInjector {
  readonly happened = new Map<Fault, number>()
  #large = 0
  #last = Promise.resolve()

  constructor(
    readonly cluster: Cluster,
    readonly proxy: Proxy,
    readonly chance: Chance,
    /** Called when the servers have recovered from a large fault. */
    readonly onRecovered: () => void,
  ) {}

  /** The number of faults that have happened, are in progress or are pending. */
  get count() {
    const happened = [...this.proxy.happened.values()].reduce((sum, times) => sum + times, 0)
    return happened + this.proxy.pending.length + this.#large
  }

  cause(fault: Fault) {
    if (isSmall(fault)) return this.proxy.schedule(fault)
    this.#large++
    this.#last = this.#last.then(() => this.#causeLarge(fault))
  }

  /** Waits for the large faults to end, and returns the number of faults by kind. */
  async end() {
    await this.#last
    await this.proxy.calm()
    return { ...Object.fromEntries(this.happened), ...Object.fromEntries(this.proxy.happened) } as Record<Fault, number>
  }

  async #causeLarge(fault: Exclude<Fault, NetworkFault>) {
    const pauseMs = this.chance.between(100, 1200)
    const [first, second] = this.cluster.servers
    if (fault === 'outage') await this.proxy.interrupt(pauseMs)
    else if (fault === 'database killed') this.cluster.killDatabase()
    else {
      const server = fault === 'first server killed' ? first : second
      await server.kill()
      await wait(pauseMs)
      await server.start()
    }
    await this.cluster.ready()
    this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1)
    this.onRecovered()
  }
}

function isSmall(fault: Fault): fault is NetworkFault {
  return (networkFaults as readonly string[]).includes(fault)
}
