import { expect, test } from 'vitest'
import { abilityFor } from '#contract/accounts/abilities.ts'
import { changeFrame } from './frames.ts'
import { LiveStream } from './liveStream.ts'

const actor = (lifetime = 60_000) => ({
  userId: 'u',
  companyId: 'c',
  sessionId: 's',
  role: 'owner' as const,
  ability: abilityFor('owner'),
  expiresAt: Date.now() + lifetime,
  lastEvent: 0,
  lastShownEvent: 0,
})
const event = (no: number) => changeFrame({ no, subject: 'enquiry', id: 'e', by: 'u' })

async function numbersOf(stream: LiveStream) {
  stream.end()
  let text = ''
  for await (const chunk of stream.body) text += String(chunk)
  return [...text.matchAll(/^id: (\d+)$/gm)].map(([, no]) => Number(no))
}

test('events that arrive while missed ones are fetched follow them, each once', async () => {
  const stream = new LiveStream(actor())
  stream.send([event(104), event(105)])
  stream.send([event(106)])
  stream.begin(100, [101, 102, 103, 104].map(event))
  stream.send([event(106), event(107)])
  expect(await numbersOf(stream)).toEqual([101, 102, 103, 104, 105, 106, 107])
})

test('a client that does not read is disconnected', async () => {
  const stream = new LiveStream(actor())
  stream.begin(0)
  const closed = new Promise((resolve) => stream.body.on('close', resolve))
  for (let no = 1; no < 40_000 && !stream.body.destroyed; no++) stream.send([event(no)])
  await closed
  expect(stream.body.destroyed).toBe(true)
})

test('a stream does not outlive its token', async () => {
  const stream = new LiveStream(actor(20))
  stream.begin(0)
  stream.body.resume()
  await new Promise((resolve) => stream.body.on('end', resolve))
  expect(stream.body.readableEnded).toBe(true)
})
