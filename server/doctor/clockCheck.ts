import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { type Finding, findingsOn } from './finding.ts'
import { readableAge } from './readableAge.ts'
import { within } from './timeLimit.ts'

const { ok, warning, problem } = findingsOn('clock')

/** Dates in HTTP have whole seconds, and take some time to arrive. */
const toleratedSeconds = 10
/** Object storages refuse requests from 15 minutes on. */
const seriousSeconds = 300

/** How far a clock is ahead of the one of this machine. */
type Clock = { called: string; ahead: number }
/** `db` only if the database may have another clock. */
type Source = { config: Pick<Config, 'bucket' | 'publicUrl'>; db: Db | undefined }

/** Compares the clock of this machine with those of the others. One that does not respond is left out: other checks name it. */
export async function checkClock({ config, db }: Source, ms: number): Promise<Finding[]> {
  const { bucket, publicUrl } = config
  const asked = await Promise.allSettled([
    ...(db ? [readClock('the database', within(ms, 'The database', askDatabase(db)))] : []),
    ...(bucket
      ? [readClock(`the object storage at ${bucket.place.endpoint.host}`, askWeb(bucket.place.endpoint, ms))]
      : []),
    ...(publicUrl ? [readClock(new URL(publicUrl).host, askWeb(new URL(publicUrl), ms))] : []),
  ])
  const clocks = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (clocks.length === 0) return [ok('There is no other clock to compare with the one of this machine.')]
  const wrong = clocks.filter(({ ahead }) => Math.abs(ahead) > toleratedSeconds)
  if (wrong.length > 0) return wrong.map((clock) => explain(clock, clocks))
  return [ok(`The clock of this machine agrees with ${clocks.map(({ called }) => called).join(' and ')}.`)]
}

/** The moment is between the question and the answer. */
async function readClock(called: string, asked: Promise<number>): Promise<Clock> {
  const startedAt = Date.now()
  const theirs = await asked
  return { called, ahead: (theirs - (startedAt + Date.now()) / 2) / 1000 }
}

async function askDatabase(db: Db) {
  const [row] = await db<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  return row!.ms
}

/** Any response of a web server has a date. The check of certificates judges its certificate. */
async function askWeb(url: URL, ms: number) {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const asking = start(url, { method: 'HEAD', rejectUnauthorized: false, agent: false })
  // A web server may send more than a response, or end the connection late.
  asking.on('error', () => undefined)
  try {
    asking.end()
    const [{ headers }] = await within(ms, url.host, once(asking, 'response'))
    const date = Date.parse(headers.date)
    if (Number.isNaN(date)) throw new Error(`${url.host} has sent no date`)
    return date
  } finally {
    asking.destroy()
  }
}

/** A third clock that agrees with one of both shows that the other one is wrong. */
function explain({ called, ahead }: Clock, clocks: Clock[]) {
  const others = clocks.filter((clock) => clock.called !== called)
  const isTheirs = others.some((other) => Math.abs(other.ahead) <= toleratedSeconds)
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
  return find(`${fact} One of both is wrong.`, 'Find out which one, and set it, for example by NTP.')
}
