import type { Connection } from '#server/database/connectionPool.ts'
import { openMetrics } from '#server/metrics/metrics.ts'
import type { TestApp } from './testApp.ts'
import { whenDone } from './whenDone.ts'

type Labels = Record<string, string>

/** Serves the metrics of this process with the state of a server, until the current test or file is done. Returns the address. */
export async function measure(
  app: Omit<TestApp, 'connection'> & { connection: Connection },
  { freshMs = 0, patienceMs = 60_000 } = {},
) {
  const times = { freshMs, patienceMs }
  const metrics = await openMetrics({ host: '127.0.0.1', port: 0 }, app, { database: times, backups: times })
  whenDone(() => metrics.close())
  return metrics.url
}

/** Scrapes once. Returns the text, and the value of the first sample with these labels. */
export async function scrape(url: string) {
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new Error(`not scraped: ${response.status} ${text}`)
  const lines = text.split('\n')
  return {
    text,
    value(name: string, labels: Labels = {}) {
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      const sample = lines.find((line) => isOf(line, name) && wanted.every((label) => line.includes(label)))
      return sample === undefined ? undefined : Number(sample.split(' ').at(-1))
    },
  }
}

function isOf(line: string, name: string) {
  return line.startsWith(`${name} `) || line.startsWith(`${name}{`)
}
