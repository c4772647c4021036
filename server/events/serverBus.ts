import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BePresent } from '#contract/events.ts'
import type { Db } from '#server/database/database.ts'

const channel = 'live'
/** Changes within this time are sent as one notification. */
const batchMs = 10
/** The payload of a notification must be shorter than 8,000 bytes (PostgreSQL, NOTIFY). */
const maxCompanies = 150

/** Where a person is now, and how to show them. */
const Whereabouts = BePresent.extend({
  companyId: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  profilePic: z.string().nullable(),
})
export type Whereabouts = z.infer<typeof Whereabouts>

const BusMessage = z.object({
  from: z.uuid(),
  companies: z.array(z.uuid()).optional(),
  present: Whereabouts.optional(),
})

interface Listeners {
  onChanged: (companyIds: string[]) => void
  onPresent: (whereabouts: Whereabouts) => void
  onError: (error: unknown) => void
}

export type ServerBus = Awaited<ReturnType<typeof openServerBus>>

/**
 * Connects the servers on this database: each receives the others' messages, but not its own. Messages can be lost when a
 * server dies, so they may only speed up what polling would find anyway.
 */
export async function openServerBus(db: Db, { onChanged, onPresent, onError }: Listeners) {
  const from = randomUUID()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const receive = (payload: string) => {
    const message = BusMessage.safeParse(JSON.parse(payload))
    // A newer server may send messages that this one cannot parse.
    if (!message.success || message.data.from === from) return
    if (message.data.companies) onChanged(message.data.companies)
    if (message.data.present) onPresent(message.data.present)
  }
  const isListening = await db.listen(channel, receive)
  const send = (content: Omit<z.infer<typeof BusMessage>, 'from'>) => {
    notify(db, JSON.stringify({ from, ...content })).catch(onError)
  }
  return {
    /** Whether notifications of other servers arrive now; undefined if a pooler passes on none. */
    isListening: () => isListening?.(),
    publishChange(companyId: string) {
      changed.add(companyId)
      timer ??= setTimeout(() => {
        timer = undefined
        const companies = [...changed]
        changed.clear()
        while (companies.length) send({ companies: companies.splice(0, maxCompanies) })
      }, batchMs)
    },
    publishPresence(present: Whereabouts) {
      send({ present })
    },
    close() {
      clearTimeout(timer)
    },
  }
}

/**
 * Separate from the change, and without waiting for the disk, because a transaction with a notification takes a global
 * lock while it commits.
 */
async function notify(db: Db, payload: string) {
  await db`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${payload})`
}
