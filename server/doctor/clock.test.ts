import { expect, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { webServer } from '#server/test/doctor/servers.ts'
import { storingIn } from '#server/test/storage/objectStorage.ts'

/** The clocks of the object storage, of the public address and, if given, of the database are ahead by so many seconds. */
async function diagnoseClock(ahead: { storage?: number; web?: number }, settings: Record<string, string> = {}) {
  const storage = ahead.storage === undefined ? undefined : await webServer({ ahead: ahead.storage })
  const web = ahead.web === undefined ? undefined : await webServer({ ahead: ahead.web })
  const lines = await diagnose({
    ...(storage && storingIn(`s3://files?endpoint=http://127.0.0.1:${storage}`)),
    ...(web && { PUBLIC_URL: `http://127.0.0.1:${web}` }),
    ...settings,
  })
  return lines.filter((line) => line.startsWith('clock'))
}

const hour = 3600

test('clocks that agree are fine, and so is a machine without another one to compare with [D13.1]', async () => {
  expect(await diagnoseClock({ storage: 0, web: 0 })).toEqual([
    expect.stringMatching(/^clock ok: The clock of this machine agrees with the object storage at \S+ and \S+\.$/),
  ])
  expect(await diagnoseClock({})).toEqual([
    'clock ok: There is no other clock to compare with the one of this machine.',
  ])
})

test('the clock of a database on another machine counts, and that of one at a socket does not [D13.1]', async () => {
  const { connection } = await startCluster()
  const remote = urlOf({ ...connection, host: '127.0.0.1' })
  expect(await diagnoseClock({}, { DATABASE_URL: remote })).toEqual([
    'clock ok: The clock of this machine agrees with the database.',
  ])
  expect(await diagnoseClock({}, { DATABASE_URL: urlOf(connection) })).toEqual([
    expect.stringMatching(/There is no other clock/),
  ])
})

test('one clock that differs is a problem, without a guess which one is wrong [D13.1]', async () => {
  expect(await diagnoseClock({ storage: 3 * hour })).toEqual([
    expect.stringMatching(
      /^clock problem: The clock of the object storage at \S+ is (2|3) hours|\d+ minutes ahead of .* One of both is wrong\. → /,
    ),
  ])
})

test('if a third clock agrees with one of both, the other one is probably wrong [D13.1]', async () => {
  expect(await diagnoseClock({ storage: -3 * hour, web: 0 })).toEqual([
    expect.stringMatching(
      /^clock problem: .* is 3 hours behind .* The one of the object storage at \S+ is probably wrong\. → Set the clock of the object/,
    ),
  ])
  const both = await diagnoseClock({ storage: 3 * hour + 60, web: 3 * hour + 60 })
  expect(both).toHaveLength(2)
  for (const line of both) {
    expect(line).toMatch(
      /^clock problem: .* 3 hours ahead of .* The one of this machine is probably wrong\. → Set the clock of this machine/,
    )
  }
})

test('a difference that does not matter yet is a warning [D13.1]', async () => {
  expect(await diagnoseClock({ web: 200 })).toEqual([
    expect.stringMatching(
      /^clock warning: The clock of \S+ is (3 minutes|\d+ seconds) ahead of the one of this machine\./,
    ),
  ])
})
