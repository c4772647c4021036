import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import type { Db } from '#server/database/database.ts'
import { within } from '#server/database/timeLimit.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { readableAge } from '#server/doctor/readableAge.ts'
import { isThisMachine } from './thisMachine.ts'
import { askWeb } from './webClock.ts'

const { ok, warning, problem } = findingsOn('clock')

/** Dates in HTTP have whole seconds, and take some time to arrive. */
const toleratedSeconds = 10
/** Object storages refuse requests from 15 minutes on. */
const seriousSeconds = 300

type Source = {
  config: Pick<Config, 'bucket' | 'publicUrl'>
  database: { connection: Connection; db: Db } | undefined
}

/** Compares the clock of this machine with those of the others. One that does not respond is left out: other checks name it. */
export async function checkClock(source: Source, ms: number): Promise<Finding[]> {
  const asked = await Promise.allSettled(
    listOthers(source, ms).map((other) => within(ms, other.called, readClock(other))),
  )
  return judgeClocks(asked.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : [])))
}

/** `ask` returns the moment in milliseconds. */
type Other = { called: string; host: string; mayBeOurs: boolean; ask: () => Promise<number> }

function listOthers({ config, database }: Source, ms: number): Other[] {
  const others: Other[] = []
  if (database) {
    const { connection, db } = database
    const ask = () => askDatabase(db)
    others.push({ called: 'the database', host: connection.host ?? 'localhost', mayBeOurs: false, ask })
  }
  if (config.bucket) {
    const { endpoint } = config.bucket.place
    const called = `the object storage at ${endpoint.host}`
    others.push({ called, host: endpoint.hostname, mayBeOurs: false, ask: () => askWeb(endpoint, ms) })
  }
  if (config.publicUrl) {
    const url = new URL(config.publicUrl)
    others.push({ called: url.host, host: url.hostname, mayBeOurs: true, ask: () => askWeb(url, ms) })
  }
  return others
}

async function askDatabase(db: Db) {
  const [row] = await db<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  return row!.ms
}

/** The moment is between the question and the answer. Undefined for this machine. */
async function readClock({ called, host, mayBeOurs, ask }: Other): Promise<Clock | undefined> {
  if (await isThisMachine(host)) return undefined
  const startedAt = Date.now()
  const theirs = await ask()
  return { called, mayBeOurs, ahead: (theirs - (startedAt + Date.now()) / 2) / 1000 }
}

/** How many seconds a clock is ahead of the one of this machine. `mayBeOurs` if its address may lead back to this machine. */
type Clock = { called: string; mayBeOurs: boolean; ahead: number }

export function judgeClocks(read: Clock[]): Finding[] {
  // This machine agrees with itself, so such a clock says nothing unless it differs.
  const clocks = read.filter((clock) => !clock.mayBeOurs || !agrees(clock))
  if (clocks.length === 0) return [ok('There is no other clock to compare with the one of this machine.')]
  const wrong = clocks.filter((clock) => !agrees(clock))
  if (wrong.length > 0) return wrong.map((clock) => explain(clock, clocks))
  return [ok(`The clock of this machine agrees with ${clocks.map(({ called }) => called).join(' and ')}.`)]
}

function agrees({ ahead }: Clock) {
  return Math.abs(ahead) <= toleratedSeconds
}

/** A third clock that agrees with one of the two shows that the other one is wrong. */
function explain({ called, ahead }: Clock, clocks: Clock[]) {
  const others = clocks.filter((clock) => clock.called !== called)
  const isTheirs = others.some(agrees)
  const isOurs = others.some((other) => Math.abs(other.ahead - ahead) <= toleratedSeconds)
  const direction = ahead > 0 ? 'ahead of' : 'behind'
  const fact = `The clock of ${called} is ${readableAge(Math.abs(ahead))} ${direction} the one of this machine.`
  const find = Math.abs(ahead) > seriousSeconds ? problem : warning
  if (isOurs && !isTheirs)
    return find(
      `${fact} The one of this machine is probably wrong.`,
      'Set the clock of this machine, for example by NTP.',
    )
  if (isTheirs && !isOurs)
    return find(`${fact} The one of ${called} is probably wrong.`, `Set the clock of ${called}, for example by NTP.`)
  return find(`${fact} One of the two is wrong.`, 'Find out which one, and set it, for example by NTP.')
}
