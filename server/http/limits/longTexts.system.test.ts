import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { worstTexts } from '#contract/test/worstTexts.ts'
import { isFullSize } from '#server/test/isFullSize.ts'
import { people } from '#server/test/people.ts'
import { heldTooLong } from '#server/test/processes/heldLoop.ts'
import { everyRoute } from '#server/test/routes/everyRoute.ts'
import { statusOf } from '#server/test/routes/routeAnswers.ts'
import { type Call, callOf, freshToken } from '#server/test/routes/routeCalls.ts'
import { testApp } from '#server/test/testApp.ts'
import { type TextField, textFields, withText } from '#server/test/textFields.ts'

const settings = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost',
  REQUESTS_PER_MINUTE: '10000000',
  BULK_REQUESTS_PER_MINUTE: '10000000',
}
const { built: app, bodyLimits } = await everyRoute(() => testApp(settings))
const world = await people(app)
const { owner } = world
const fields = await textFields(app)

/** The length of the data URL of the largest file, in characters. */
const maxUrlLength = Math.ceil(limits.documentBytes / 3) * 4
/** JSON.parse reads a body in one go. Larger bodies are only for data URLs. */
const maxTextLength = 1024 * 1024 - 2000
/** Node's limit for a URL or headers is 16 KB; this leaves room for the rest. */
const maxAddressLength = 12_000

type LongText = { name: string; text: string; json: Buffer }
const built = new Map<string, LongText[]>()

/** The worst texts of a length, which are built once for all fields. */
function longTexts(length: number, start = '') {
  const key = `${length} ${start}`
  const texts =
    built.get(key) ??
    worstTexts(length)
      .filter(([, text]) => text.startsWith(start))
      .map(([name, text]) => ({ name, text, json: Buffer.from(JSON.stringify(text)) }))
  built.set(key, texts)
  return texts
}

/** Shorter texts come first, to find quadratic time before it takes minutes. */
function textsFor({ route, in: place, maxLength }: TextField) {
  if (place !== 'body') return [maxLength ?? 200, maxAddressLength].flatMap((length) => longTexts(length))
  if (maxLength !== undefined) return [maxLength, 200_000].flatMap((length) => longTexts(length))
  const texts = [20_000, 200_000, maxTextLength].flatMap((length) => longTexts(length))
  return bodyLimits.get(route)! < maxUrlLength ? texts : [...texts, ...longTexts(maxUrlLength, 'data:')]
}

function callWith({ in: place, path }: TextField, call: Call, { text, json }: LongText): Call {
  const name = String(path[0])
  if (place === 'path') return { ...call, id: encodeURIComponent(text) }
  if (place === 'header') return { ...call, headers: { ...call.headers, [name]: text } }
  if (place === 'body') {
    const [start, end] = JSON.stringify(withText(call.payload as object, path, 'the text')).split('"the text"')
    const payload = Buffer.concat([Buffer.from(start!), json, Buffer.from(end!)])
    return { ...call, payload, headers: { ...call.headers, 'content-type': 'application/json' } }
  }
  const query = new URLSearchParams(call.query)
  query.set(name, text)
  return { ...call, query: `?${query.toString()}` }
}

function fits({ route, in: place }: TextField, { payload, query = '', id = '' }: Call, { text }: LongText) {
  if (place === 'header') return /^[\x21-\x7e]+$/.test(text)
  if (place === 'body') return (payload as Buffer).length <= bodyLimits.get(route)!
  return query.length + id.length <= maxAddressLength
}

/** The texts that block the event loop for too long, and for how many milliseconds. */
async function slowTexts(field: TextField, call: Call, token: string) {
  const slow = new Map<string, string>()
  for (const group of groupsOf(textsFor(field))) {
    // Bodies are built before the measurement, because that also takes time.
    const requests = group
      .filter(({ name }) => !slow.has(name))
      .map((text) => ({ ...text, call: callWith(field, call, text) }))
      .filter((each) => fits(field, each.call, each))
    // Texts that are sent together block the loop for longer. If that is too long, each is sent alone.
    if (!(await heldTooLong(() => Promise.all(requests.map((each) => send(field, each, token)))))) continue
    for (const each of requests) {
      const held = await heldTooLong(() => send(field, each, token))
      if (held)
        slow.set(each.name, `${field.in} ${field.path.join('.')}, ${each.text.length} × ${each.name}: ${held} ms`)
    }
  }
  return [...slow.values()]
}

/** Groups of texts to send together: up to six short ones, or one long one. */
function groupsOf(texts: LongText[]) {
  const groups: LongText[][] = []
  for (const one of texts) {
    const last = groups.at(-1)
    if (last && last.length < 6 && one.text.length <= 200_000) last.push(one)
    else groups.push([one])
  }
  return groups
}

async function send({ route, path }: TextField, { name, call }: { name: string; call: Call }, token: string) {
  const { status } = await statusOf(owner, route, { ...call, remoteAddress: nextAddress() }, token)
  expect(status, `${path.join('.')}: ${name}`).toBeLessThan(500)
}

let callers = 0

/** A new address for each request, because one that exceeds the rate limit is refused before its texts are read. */
function nextAddress() {
  callers++
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
}

// The old URL of registration runs the same code as the new one.
const routes = new Set(fields.map(({ route }) => route).filter((route) => route !== 'POST /api/jwt/register'))

test.each([...routes])(
  'no text in any field of %s blocks the event loop for more than 50 ms [D12.1]',
  async (route) => {
    await forgetFailures()
    const call = await callOf(route, world, owner)
    const token = await freshToken(call.as ?? owner)
    const slow: string[] = []
    for (const field of fields.filter((each) => each.route === route)) {
      await forgetFailures()
      slow.push(...(await slowTexts(field, call, token)))
    }
    expect(slow).toEqual([])
  },
)

/** After too many failed sign-ins, a request is refused before its texts are read. */
function forgetFailures() {
  return app.db`delete from sign_in_failure`
}

test.each(['idempotency-key', 'if-match', 'authorization', 'cookie', 'user-agent', 'content-type'])(
  'no text in the header %s blocks the event loop for more than 50 ms [D12.1]',
  async (header) => {
    const call = await callOf('PATCH /api/enquiry', world, owner)
    const field = { route: 'PATCH /api/enquiry', in: 'header', path: [header] }
    expect(await slowTexts(field, call, await freshToken(owner))).toEqual([])
  },
)

const fileLength = isFullSize ? limits.csvBytes : limits.csvBytes / 4
const csvShapes: [name: string, files: () => string[]][] = [
  ['the whole file', () => worstTexts(fileLength).map(([, text]) => text)],
  ['one heading and one line', () => worstTexts(fileLength).map(([, text]) => `Type\n${text.slice(5)}`)],
  ['1,000 headings of 10,000', () => cells(10_000, 1000).map((texts) => texts.join(','))],
  ['1,000 headings of 200', () => cells(200, 1000).map((texts) => texts.join(','))],
  ['20,000 short lines', () => cells(10, 20_000).map((texts) => `Type,Text\n${texts.join('\n')}`)],
]

/** `count` texts in turn. Texts with a quote or a line feed are separate, because they would hide the texts after them. */
function cells(length: number, count: number) {
  const texts = worstTexts(length).map(([, text]) => text)
  const groups = [
    texts.filter((text) => !/["\n]/.test(text)),
    ...texts.filter((text) => /["\n]/.test(text)).map((text) => [text]),
  ]
  return groups.map((group) => Array.from({ length: count }, (_, index) => group[index % group.length]!))
}

test.each(csvShapes)(
  'no text in an imported file, as %s, blocks the event loop for more than 50 ms [D12.1]',
  async (_name, files) => {
    const token = await freshToken(owner)
    const slow: string[] = []
    for (const file of files()) {
      const payload = Buffer.from(file).subarray(0, limits.csvBytes)
      const call = { query: '?dryRun=true', payload, headers: { 'content-type': 'text/csv' } }
      const held = await heldTooLong(() => statusOf(owner, 'POST /api/enquiry/import', call, token))
      if (held) slow.push(`${file.slice(0, 100)}: ${held} ms`)
    }
    expect(slow).toEqual([])
  },
)

const largest = bodyLimits.get('POST /api/enquiry')!

test.each<[string, string]>([
  ['plain text', 'e'],
  ['text in another script', 'é'],
  ['beginnings of data URLs', '","data:'],
  ['quoted beginnings of data URLs', '\\"data:'],
])('no body of 70 MB blocks the event loop for more than 50 ms: %s [D12.1]', async (_name, unit) => {
  const start = '{"description":"'
  const count = Math.floor((largest - start.length - 2) / Buffer.byteLength(unit))
  const payload = Buffer.from(`${start}${unit.repeat(count)}"}`)
  const call = { payload, headers: { 'content-type': 'application/json' } }
  const token = await freshToken(owner)
  const refuse = async () => expect((await statusOf(owner, 'POST /api/enquiry', call, token)).status).toBe(413)
  expect(await heldTooLong(refuse)).toBeUndefined()
})
