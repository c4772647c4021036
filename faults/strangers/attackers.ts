import { Chance } from '#faults/chance.ts'
import { type Attacker, everyAttack } from './attacks.ts'

export type Plan = Pick<Attacker, 'port' | 'slug' | 'enquiry'> & { token: string; seed: number; ms: number }
/** One act of an attacker, with the status of the response, if any. The times are those of the clock, in milliseconds. */
export type Deed = { name: string; status?: number; from: number; to: number }

/** Acts of each attacker at a time. */
const atOnce = 8

/**
 * Reports that it is ready. Whenever it is told to begin, it lets an account and an address without one try
 * everything for `ms`, and then reports all deeds.
 */
export async function prepareAttack({ port, slug, enquiry, token, seed, ms }: Plan) {
  const attacks = Object.entries(await everyAttack(port, slug))
  const chance = new Chance(seed)
  const attack = async (by: Attacker, deeds: Deed[]) => {
    while (!by.signal.aborted) {
      const [name, run] = chance.oneOf(attacks)
      const from = Date.now()
      const status = await run(by).catch(() => undefined)
      deeds.push({ name, from, to: Date.now(), ...(status !== undefined && { status }) })
    }
  }
  process.on('message', async () => {
    const common = { port, slug, enquiry, signal: AbortSignal.timeout(ms) }
    const account = { ...common, address: '198.51.100.1', token }
    const visitor = { ...common, address: '198.51.100.2' }
    const deeds: Deed[] = []
    await Promise.all([account, visitor].flatMap((by) => Array.from({ length: atOnce }, () => attack(by, deeds))))
    process.send!(deeds)
  })
  process.on('disconnect', () => process.exit())
  process.send!('ready')
}
