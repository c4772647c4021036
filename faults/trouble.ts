import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Cluster } from './cluster.ts'
import { type NetworkFault, networkFaults, type Proxy } from './proxy.ts'

export type Fault = NetworkFault | 'first server killed' | 'second server killed' | 'database killed' | 'outage'

/** Of a thousand faults, how many are none of the network's small ones. */
const shares = { 'first server killed': 6, 'second server killed': 12, 'database killed': 8, outage: 12 } as const

/** Which faults, in which order: of each kind some, and always the same for one seed. */
export function planOf(count: number, chance: Chance): Fault[] {
  const large = Object.entries(shares).flatMap(([fault, share]) =>
    Array<Fault>(Math.max(1, Math.round((count * share) / 1000))).fill(fault as Fault),
  )
  const small = Array.from(
    { length: count - large.length },
    (_, index): Fault => networkFaults[index % networkFaults.length]!,
  )
  return chance.shuffled([...large, ...small])
}

/** Makes trouble, fault by fault as it is told to; what takes down a part waits until that part is back. */
export class Trouble {
  readonly happened = new Map<Fault, number>()
  #large = 0
  #last = Promise.resolve()

  constructor(
    readonly cluster: Cluster,
    readonly proxy: Proxy,
    readonly chance: Chance,
    /** Told when all is well again after something large. */
    readonly onCalm: () => void,
  ) {}

  /** How many faults have happened, are happening or are about to. */
  get count() {
    const happened = [...this.proxy.happened.values()].reduce((sum, times) => sum + times, 0)
    return happened + this.proxy.ordered.length + this.#large
  }

  make(fault: Fault) {
    if (isSmall(fault)) return this.proxy.order(fault)
    this.#large++
    this.#last = this.#last.then(() => this.#makeLarge(fault))
  }

  /** How many faults have happened, by kind, once the large ones are over. */
  async end() {
    await this.#last
    await this.proxy.calm()
    return { ...Object.fromEntries(this.happened), ...Object.fromEntries(this.proxy.happened) } as Record<Fault, number>
  }

  async #makeLarge(fault: Exclude<Fault, NetworkFault>) {
    const pause = this.chance.between(100, 1200)
    const [first, second] = this.cluster.servers
    if (fault === 'outage') await this.proxy.breakOff(pause)
    else if (fault === 'database killed') this.cluster.killDatabase()
    else {
      const server = fault === 'first server killed' ? first : second
      await server.kill()
      await wait(pause)
      await server.start()
    }
    await this.cluster.ready()
    this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1)
    this.onCalm()
  }
}

function isSmall(fault: Fault): fault is NetworkFault {
  return (networkFaults as readonly string[]).includes(fault)
}
