import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type MeasuredRequest, measurements } from '#server/measurements.ts'

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const waitBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10]
const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Records what is measured from now on, until the returned function is called. */
export function recordMeasurements(registry: Registry) {
  const ends = [
    recordRequests(registry),
    recordPoolWaits(registry),
    recordTurnWaits(registry),
    recordEventLags(registry),
    recordFailedBatches(registry),
    recordHousekeeping(registry),
  ]
  return () => ends.forEach((end) => end())
}

function recordRequests(registry: Registry) {
  const count = new Counter({
    name: 'enquiry_desk_http_requests_total',
    help: 'Requests with a response, by the pattern of their route. Streams of events count when they end.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'enquiry_desk_http_request_duration_seconds',
    help: 'How long requests took until the end of the response, without streams of events.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers: [registry],
  })
  return measurements.request.listen((request) => {
    const { method, status, milliseconds, isStream } = request
    const route = routeLabel(request)
    count.inc({ method, route, status })
    if (!isStream) seconds.observe({ method, route }, milliseconds / 1000)
  })
}

/** The number of labels is limited: each file of a build has a route of its own, and unknown paths have none. */
function routeLabel({ route, status }: MeasuredRequest) {
  if (route === undefined) return status === 404 ? 'unknown path' : 'page'
  return route.startsWith('/assets/') ? '/assets/*' : route
}

function recordPoolWaits(registry: Registry) {
  const seconds = new Histogram({
    name: 'enquiry_desk_pool_wait_seconds',
    help: 'How long statements and transactions waited for a database connection of their pool.',
    labelNames: ['pool'],
    buckets: waitBuckets,
    registers: [registry],
  })
  return measurements.poolWait.listen(({ pool, milliseconds }) => seconds.observe({ pool }, milliseconds / 1000))
}

function recordTurnWaits(registry: Registry) {
  const seconds = new Histogram({
    name: 'enquiry_desk_turn_wait_seconds',
    help: 'How long writes waited because their company was using its share of the connections.',
    buckets: waitBuckets,
    registers: [registry],
  })
  return measurements.turnWait.listen((milliseconds) => seconds.observe(milliseconds / 1000))
}

function recordEventLags(registry: Registry) {
  const seconds = new Histogram({
    name: 'enquiry_desk_event_lag_seconds',
    help: 'From the announcement of a live event in the database to its delivery to the streams of this server.',
    buckets: lagBuckets,
    registers: [registry],
  })
  // The clock of the database may be set back.
  return measurements.eventLag.listen((milliseconds) => seconds.observe(Math.max(0, milliseconds) / 1000))
}

function recordFailedBatches(registry: Registry) {
  const count = new Counter({
    name: 'enquiry_desk_job_batch_failures_total',
    help: 'Batches of bulk changes that failed on this server and are tried again.',
    registers: [registry],
  })
  return measurements.failedBatch.listen(() => count.inc())
}

function recordHousekeeping(registry: Registry) {
  const succeededAt = new Gauge({
    name: 'enquiry_desk_housekeeping_last_success_timestamp_seconds',
    help: 'When a housekeeping step last succeeded on this server. Absent until it has.',
    labelNames: ['step'],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'enquiry_desk_housekeeping_failures_total',
    help: 'Housekeeping steps that failed on this server.',
    labelNames: ['step'],
    registers: [registry],
  })
  return measurements.housekeepingStep.listen(({ step, succeeded }) => {
    if (succeeded) succeededAt.setToCurrentTime({ step })
    else failures.inc({ step })
  })
}
