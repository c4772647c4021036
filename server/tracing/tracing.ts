import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import { type MeasuredStatement, measurements } from '#server/measurements.ts'
import { type Log, ReportingExporter } from './reportingExporter.ts'

const defaultTimes = {
  /** How long spans wait for others before they are sent. */
  batchMs: 5000,
  /** How long the last spans may take to be sent when the server stops. */
  flushMs: 2000,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request, while requests are traced. */
    span: Span | undefined
  }
}

/**
 * Sends a span of each request, with a child for each of its statements, to a collector, by OTLP over HTTP with JSON. Requests
 * never wait for it: at most 2,048 spans wait in memory, and more are dropped.
 */
export function openTracing(endpoint: string, times = defaultTimes) {
  let log: Log | undefined
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'enquiry-desk' }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new ReportingExporter(exporter, () => log),
        scheduledDelayMillis: times.batchMs,
      }),
    ],
  })
  const tracer = provider.getTracer('enquiry-desk')
  const current = new AsyncLocalStorage<Context>()
  const endStatements = measurements.statement.listen((statement) =>
    addStatement(tracer, current.getStore(), statement),
  )
  return {
    /** Call this before the other hooks are added, so that what they do belongs to the request. */
    traceRequests(app: App) {
      log = app.log
      addHooks(app, tracer, current)
    },
    async close() {
      endStatements()
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, wait(times.flushMs, undefined, { ref: false })])
    },
  }
}

const propagator = new W3CTraceContextPropagator()

function addHooks(app: App, tracer: Tracer, current: AsyncLocalStorage<Context>) {
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    // The caller may belong to a trace of its own (W3C Trace Context, `traceparent`).
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    request.span = tracer.startSpan(
      nameOf(request),
      { kind: SpanKind.SERVER, attributes: attributesOf(request) },
      parent,
    )
    current.run(contextOf(request.span), done)
  })
  // The body arrives in the context of its connection.
  app.addHook('preValidation', ({ span }, _reply, done) => (span ? current.run(contextOf(span), done) : done()))
  app.addHook('onResponse', async (request, reply) => endSpan(request, reply))
  app.addHook('onRequestAbort', async ({ span }) => {
    if (span?.isRecording()) span.end()
  })
}

function contextOf(span: Span) {
  return trace.setSpan(ROOT_CONTEXT, span)
}

function nameOf({ method, routeOptions }: FastifyRequest) {
  return routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`
}

/** Without the path, which may contain a secret. */
function attributesOf({ id, method, routeOptions }: FastifyRequest) {
  return { 'http.request.method': method, 'http.route': routeOptions.url, 'enquiry_desk.request_id': id }
}

function endSpan({ span }: FastifyRequest, { statusCode }: FastifyReply) {
  if (!span?.isRecording()) return
  span.setAttribute('http.response.status_code', statusCode)
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Work outside of a request, such as housekeeping, has no parent and is not traced. */
function addStatement(
  tracer: Tracer,
  parent: Context | undefined,
  { text, startedAt, endedAt, error }: MeasuredStatement,
) {
  if (!parent) return
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  const name = text.trimStart().split(/\s/, 1)[0]!
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: startedAt }, parent)
  if (error) {
    // Without the message, which may quote values.
    span.setStatus({ code: SpanStatusCode.ERROR })
    if ('code' in error) span.setAttribute('db.response.status_code', String(error.code))
  }
  span.end(endedAt)
}
