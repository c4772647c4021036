import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { openEventHub } from '#server/events/eventHub.ts'
import { Person, registerOwner } from '#server/test/people.ts'
import { startServer } from '#server/test/processes/serverProcess.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'
import { openTracing } from './tracing.ts'

type Value = { stringValue?: string; intValue?: number }
/** A span in the JSON of OTLP. */
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

/** A collector that receives OTLP over HTTP, until the current test or file is done. */
async function startCollector(port = 0) {
  const spans: SentSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request)) as Sent
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  whenDone(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const times = { batchMs: 5, flushMs: 60_000 }

const plain = await testApp()
const { user, accessToken, password } = await registerOwner(plain)

/** The owner as a client of a server that sends traces to `endpoint`. */
async function tracedOwner(endpoint: string) {
  const { traceRequests, close } = openTracing(endpoint, times)
  whenDone(close)
  return new Person(await secondServer({ ...plain, traceRequests }), user, accessToken, password)
}

const collector = await startCollector()
const owner = await tracedOwner(collector.endpoint)

function valueOf({ attributes }: SentSpan, key: string) {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

/** Waits for the span of the request with this ID. */
function spanOf(requestId: unknown, { spans } = collector) {
  return waitFor(() => {
    const span = spans.find((each) => valueOf(each, 'enquiry_desk.request_id') === requestId)
    expect(span).toBeDefined()
    return span!
  })
}

test('a request is a span with its route, its status and the ID that the response has [D13.5]', async () => {
  const { headers } = await owner.get('/jobs/00000000-0000-4000-8000-000000000000')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const span = await spanOf(headers['x-request-id'])
  expect(span.name).toBe('GET /api/jobs/:id')
  expect(valueOf(span, 'http.route')).toBe('/api/jobs/:id')
  expect(valueOf(span, 'http.response.status_code')).toBe(404)
  expect(span.parentSpanId).toBeUndefined()
})

test('the statements of a request are its children, without their values [D13.5]', async () => {
  const summery = 'A text that no trace may contain'
  const { headers } = await owner.post('/enquiry', { enquiryType: 'Billing', summery })
  const { traceId, spanId } = await spanOf(headers['x-request-id'])
  const children = () => collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  const texts = () => children().map((span) => valueOf(span, 'db.query.text'))
  await waitFor(() => expect(texts()).toContainEqual(expect.stringMatching(/insert into enquiry\b[^]*\$1/)))
  expect(new Set(children().map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(children().map(({ name }) => name)).toContain('insert')
  expect(JSON.stringify(collector.spans).includes(summery)).toBe(false)
})

test('a failed statement has the code of its error, without the message, which may quote values [D13.5]', async () => {
  const summery = 'Another text that no trace may contain'
  await plain.db.unsafe(`
    create function quote() returns trigger language plpgsql as
      $$ begin raise exception 'not %', new.summery; end $$;
    create trigger quote before insert on enquiry for each row execute function quote()`)
  const { status, headers } = await owner.post('/enquiry', { enquiryType: 'Billing', summery })
  await plain.db.unsafe('drop trigger quote on enquiry')
  expect(status).toBe(500)
  const { spanId } = await spanOf(headers['x-request-id'])
  const codes = () =>
    collector.spans
      .filter(({ parentSpanId }) => parentSpanId === spanId)
      .map((span) => valueOf(span, 'db.response.status_code'))
  await waitFor(() => expect(codes()).toContain('P0001'))
  expect(JSON.stringify(collector.spans).includes(summery)).toBe(false)
})

async function tracedBy(traceparent: string) {
  const headers = { traceparent, authorization: `Bearer ${accessToken}` }
  const response = await owner.test.app.inject({ url: '/api/enquiry', headers })
  return response.headers['x-request-id']
}

test('a request continues the trace of its caller, and is not sent if the caller’s is not [D13.5]', async () => {
  const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const unsampled = await tracedBy(`00-${randomBytes(16).toString('hex')}-${caller}-00`)
  const sampled = await tracedBy(`00-${traceId}-${caller}-01`)
  expect(await spanOf(sampled)).toMatchObject({ traceId, parentSpanId: caller })
  expect(collector.spans.some((span) => valueOf(span, 'enquiry_desk.request_id') === unsampled)).toBe(false)
})

test('a failed request has one ID in its response, in the log and in its trace [D13.5]', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
  const { traceRequests, close } = openTracing(collector.endpoint, times)
  whenDone(close)
  const hub = await openEventHub(plain.db)
  const app = await buildApp({ ...plain, hub, traceRequests }, { level: 'info', stream })
  whenDone(() => app.close())
  await plain.db`alter table saved_view rename to view_away`
  const response = await app.inject({ url: '/api/views', headers: { authorization: `Bearer ${accessToken}` } })
  await plain.db`alter table view_away rename to saved_view`
  const id = response.headers['x-request-id'] as string
  expect(response.statusCode).toBe(500)
  expect(response.json().message).toContain(id)
  const logged = lines
    .map((line) => JSON.parse(line) as { reqId?: string; msg: string })
    .filter(({ reqId }) => reqId === id)
  expect(logged.map(({ msg }) => msg)).toEqual(['unexpected error', 'request'])
  expect((await spanOf(id)).status).toMatchObject({ code: 2 })
})

test('the last spans are sent when the server stops [D13.5]', async () => {
  const { spans, endpoint } = await startCollector()
  const { traceRequests, close } = openTracing(endpoint, { ...times, batchMs: 3_600_000 })
  const server = await secondServer({ ...plain, traceRequests })
  const { headers } = await server.app.inject('/healthz')
  expect(spans).toEqual([])
  await close()
  expect(spans.map((span) => valueOf(span, 'enquiry_desk.request_id'))).toEqual([headers['x-request-id']])
})

test('a server process with OTEL_EXPORTER_OTLP_ENDPOINT traces its requests [D13.5]', async () => {
  const started = await startCollector()
  const { printed } = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: started.endpoint })
  const address = await printed(/Ready at (\S+)\n/)
  const { headers } = await fetch(`${address}/readyz`)
  const { name, spanId } = await spanOf(headers.get('x-request-id'), started)
  expect(name).toBe('GET /readyz')
  const statements = started.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  expect(statements.map((span) => valueOf(span, 'db.query.text'))).toEqual(['select 1'])
})

test('without a collector, requests are served, and the log says so once, and when it is back [D13.5]', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
  const port = await freePort()
  const { traceRequests, close } = openTracing(`http://127.0.0.1:${port}`, { ...times, flushMs: 1 })
  whenDone(close)
  const app = await buildApp({ ...plain, hub: await openEventHub(plain.db), traceRequests }, { level: 'info', stream })
  whenDone(() => app.close())
  const count = (message: string) => lines.filter((line) => line.includes(message)).length
  await waitFor(async () => {
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect(count('traces are lost')).toBe(1)
  })
  await startCollector(port)
  await waitFor(async () => {
    await app.inject('/healthz')
    expect(count('accepts traces again')).toBe(1)
  })
  expect(count('traces are lost')).toBe(1)
})

test('every response has the ID of its request, also without traces [D13.5]', async () => {
  const responses = await Promise.all(['/healthz', '/api/enquiry', '/nothing.js'].map((url) => plain.app.inject(url)))
  const ids = responses.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})
