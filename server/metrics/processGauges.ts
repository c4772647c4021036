import { type Db, poolNames } from '#server/database/database.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import type { GaugeOf } from './stateGauges.ts'

/** The gauges of this process are read from this. */
export type OwnState = { pools: Record<keyof typeof poolNames, Db>; hub: EventHub }

type ConnectionCount = ReturnType<Db['count']>

/** Gauges of this process, which cost nothing to read. */
export const processGauges: GaugeOf<OwnState>[] = [
  {
    name: 'enquiry_desk_pool_connections',
    help: 'Open database connections by pool. The state is in use or idle.',
    labelNames: ['pool', 'state'],
    values: ({ pools }) => [
      ...byPool(pools, ({ inUse }) => inUse, { state: 'in use' }),
      ...byPool(pools, ({ idle }) => idle, { state: 'idle' }),
    ],
  },
  {
    name: 'enquiry_desk_pool_waiting',
    help: 'Statements and transactions that wait for a database connection of their pool.',
    labelNames: ['pool'],
    values: ({ pools }) => byPool(pools, ({ waiting }) => waiting),
  },
  {
    name: 'enquiry_desk_event_streams',
    help: 'Open streams of live events by audience: people of companies, or customers outside of them.',
    labelNames: ['audience'],
    values: ({ hub }) => {
      const { streams, listeners } = hub.count()
      return [
        { labels: { audience: 'people' }, value: streams },
        { labels: { audience: 'customers' }, value: listeners },
      ]
    },
  },
  {
    name: 'enquiry_desk_event_listening',
    help: 'Whether notifications of other servers arrive (1) or not (0). Absent behind a pooler that passes on none.',
    values: ({ hub }) => {
      const { isListening } = hub.count()
      return [{ value: isListening === undefined ? undefined : Number(isListening) }]
    },
  },
]

function byPool(pools: OwnState['pools'], valueOf: (count: ConnectionCount) => number, labels = {}) {
  return Object.entries(poolNames).map(([key, pool]) => ({
    labels: { pool, ...labels },
    value: valueOf(pools[key as keyof typeof poolNames].count()),
  }))
}
