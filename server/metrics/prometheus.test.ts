import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { projectRoot } from '#server/projectRoot.ts'
import { backUp, temporaryFolder } from '#server/test/backups/backups.ts'
import { scrape } from '#server/test/metrics.ts'
import { startServer } from '#server/test/processes/serverProcess.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

const prometheusPath = process.env.PROMETHEUS_PATH
const promtool = join(dirname(prometheusPath ?? ''), 'promtool')
const ops = join(projectRoot, 'ops')

const backupDir = await temporaryFolder()
await backUp(await testApp(), backupDir)
const measured = await startServer({ METRICS_PORT: '0', DRAIN_SECONDS: '60', BACKUP_DIR: backupDir })
const metricsUrl = await measured.printed(/Metrics at (\S+)\n/)
const address = await measured.printed(/Ready at (\S+)\n/)

/** Starts Prometheus, which scrapes this server every second. Returns the address of its API. */
async function startPrometheus(target: string) {
  const folder = await temporaryFolder()
  const example = await readFile(join(ops, 'prometheus/scrape.yml'), 'utf8')
  const config = join(folder, 'prometheus.yml')
  const here = example
    .replace('127.0.0.1:9464', target)
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
  await writeFile(config, here.replace('alerts.yml', join(ops, 'prometheus/alerts.yml')))
  const port = await freePort()
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const child = spawn(prometheusPath!, args, { cwd: folder, stdio: 'ignore' })
  const ended = once(child, 'exit')
  whenDone(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return `http://127.0.0.1:${port}/api/v1`
}

type QueryResponse = { status: string; data: { result: { value: [number, string] }[] } }

async function query(api: string, expression: string) {
  const response = await fetch(`${api}/query?query=${encodeURIComponent(expression)}`)
  return (await response.json()) as QueryResponse
}

/** Waits until an expression has one series, and returns its value. */
function valueOf(api: string, expression: string) {
  return waitFor(async () => {
    const { data } = await query(api, expression)
    expect({ expression, series: data.result.length }).toEqual({ expression, series: 1 })
    return Number(data.result[0]!.value[1])
  })
}

type Rules = { data: { groups: { rules: { name: string; health: string }[] }[] } }

async function listRules(api: string) {
  const { data } = (await (await fetch(`${api}/rules`)).json()) as Rules
  return data.groups.flatMap(({ rules }) => rules)
}

test.skipIf(!prometheusPath)(
  'Debian’s Prometheus scrapes a server, and evaluates the dashboard and the alerts [D13.5]',
  async () => {
    for (let count = 0; count < 3; count++) await fetch(`${address}/api/enquiry`)
    await fetch(`${address}/readyz`)
    const api = await startPrometheus(new URL(metricsUrl).host)
    expect(await valueOf(api, 'up{job="enquiry-desk"} == 1')).toBe(1)
    const requests = 'enquiry_desk_http_requests_total{method="GET",route="/api/enquiry",status="401"}'
    expect(await valueOf(api, requests)).toBe(3)
    expect(await valueOf(api, 'enquiry_desk_http_request_duration_seconds_count{route="/api/enquiry"}')).toBe(3)
    expect(await valueOf(api, 'enquiry_desk_database_up')).toBe(1)
    expect(await valueOf(api, 'enquiry_desk_pool_wait_seconds_count{pool="sessions"}')).toBeGreaterThan(0)
    expect(await valueOf(api, 'enquiry_desk_event_listening')).toBe(1)
    expect(await valueOf(api, 'enquiry_desk_event_lag_seconds_count')).toBe(0)
    expect(await valueOf(api, 'enquiry_desk_outbox_oldest_age_seconds{purpose="customer mail"}')).toBe(0)
    expect(await valueOf(api, 'enquiry_desk_jobs{state="waiting"}')).toBe(0)
    expect(await valueOf(api, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(await valueOf(api, 'enquiry_desk_last_verified_backup_age_seconds')).toBeGreaterThan(0)
    for (const expression of await dashboardExpressions()) {
      expect({ expression, status: (await query(api, expression)).status }).toEqual({ expression, status: 'success' })
    }
    await waitFor(async () => {
      const rules = await listRules(api)
      expect(rules.length).toBeGreaterThan(15)
      expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
    })
  },
)

test.skipIf(!prometheusPath)(
  'promtool accepts the rules, which fire when they should and only then [D13.5]',
  async () => {
    const run = promisify(execFile)
    const rules = join(ops, 'prometheus/alerts.yml')
    expect((await run(promtool, ['check', 'rules', rules])).stdout).toContain('SUCCESS')
    expect((await run(promtool, ['check', 'config', join(ops, 'prometheus/scrape.yml')])).stdout).toContain('SUCCESS')
    expect((await run(promtool, ['test', 'rules', join(ops, 'prometheus/alerts.test.yml')])).stdout).toContain(
      'SUCCESS',
    )
  },
)

test.skipIf(!prometheusPath)(
  'promtool finds nothing to improve in the names and descriptions of the metrics [D13.5]',
  async () => {
    const { text } = await scrape(metricsUrl)
    const checking = spawn(promtool, ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [checking.stdout, checking.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    checking.stdin.end(text)
    await once(checking, 'close')
    expect(output.split('\n').filter((line) => line.includes('enquiry_desk'))).toEqual([])
  },
)

type Panel = { targets?: { expr: string }[] }

/** The expressions of the dashboard, with values for its variables. */
async function dashboardExpressions() {
  const { panels } = JSON.parse(await readFile(join(ops, 'grafana/dashboard.json'), 'utf8')) as { panels: Panel[] }
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return expressions.map((each) => each.replaceAll('$job', 'enquiry-desk').replaceAll('$__rate_interval', '1m'))
}

async function alertExpressions() {
  const rules = await readFile(join(ops, 'prometheus/alerts.yml'), 'utf8')
  return rules
    .split(/\n *- alert: /)
    .slice(1)
    .map((rule) => rule.split(/\n *(?:for|labels):/)[0]!)
}

function namesIn(text: string) {
  const names = text.match(/\b(?:enquiry_desk|nodejs|process)_[a-z0-9_]+/g) ?? []
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''))
}

test('the dashboard and the alerts name only metrics that exist, and each metric of the product is shown [D13.5]', async () => {
  const { text } = await scrape(metricsUrl)
  const existing = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
  const shown = (await dashboardExpressions()).flatMap(namesIn)
  const alerts = (await alertExpressions()).flatMap(namesIn)
  expect([shown.length > 30, alerts.length > 15]).toEqual([true, true])
  expect([...shown, ...alerts].filter((name) => !existing.includes(name))).toEqual([])
  expect(existing.filter((name) => name.startsWith('enquiry_desk_') && !shown.includes(name))).toEqual([])
})

function anchorsOf(document: string) {
  const headings = [...document.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading!)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

test('each alert says what is wrong and what to do, and links a section that exists [D13.5]', async () => {
  const rules = await readFile(join(ops, 'prometheus/alerts.yml'), 'utf8')
  const alerts = rules.split(/\n *- alert: /).slice(1)
  for (const alert of alerts) {
    expect(alert).toMatch(/summary: .*\n +description: [^]*\n +runbook: docs\/\w+\.md#\S+/)
    const [, file, anchor] = /runbook: (\S+)#(\S+)/.exec(alert)!
    expect(anchorsOf(await readFile(join(projectRoot, file!), 'utf8'))).toContain(anchor)
  }
})

test('a server without METRICS_PORT serves no metrics [D13.5]', async () => {
  const { output, printed } = await startServer({})
  const plain = await printed(/Ready at (\S+)\n/)
  expect(output()).not.toContain('Metrics at')
  expect((await (await fetch(`${plain}/metrics`)).text()).includes('enquiry_desk')).toBe(false)
  expect((await (await fetch(`${address}/metrics`)).text()).includes('enquiry_desk')).toBe(false)
})

test('a server whose METRICS_PORT is in use says so, and does not start [D13.5]', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  whenDone(async () => void other.close())
  const { port } = other.address() as AddressInfo
  const { ended, output } = await startServer({ METRICS_PORT: String(port) })
  expect(await ended).toBe(1)
  expect(output()).toContain(
    `Port ${port} is in use. Stop the program that uses it, or choose another with METRICS_PORT, such as METRICS_PORT=${port + 1}.\n`,
  )
  expect(output()).not.toContain('Ready at')
})

test('a stopping server is measured until its last request [D13.5]', async () => {
  measured.child.kill('SIGTERM')
  await waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503))
  const stopping = { route: '/readyz', status: '503' }
  await waitFor(async () => {
    expect((await scrape(metricsUrl)).value('enquiry_desk_http_requests_total', stopping)).toBeGreaterThan(0)
  })
  measured.child.kill('SIGINT')
  expect(await measured.ended).toBe(0)
  await expect(fetch(metricsUrl)).rejects.toThrow('fetch failed')
})
