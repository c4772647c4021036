import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BePresent } from '#contract/events.ts'
import type { Db } from '#server/database/database.ts'

const channel = 'live'
/** What is told within this long, in milliseconds, goes out together. */
const gathering = 10
/** A notification holds less than 8,000 bytes. */
const mostCompanies = 150

/** Where somebody is, for the moment, and how they are shown. */
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

interface Hearing {
  onChanged: (companyIds: string[]) => void
  onPresent: (whereabouts: Whereabouts) => void
  onError: (error: unknown) => void
}

export type ServerBus = Awaited<ReturnType<typeof openServerBus>>

/**
 * Joins the servers on this database: each hears what the others tell, and not itself. A message may be lost with a
 * server that dies; nothing may depend on it but for how soon something is noticed.
 */
export async function openServerBus(db: Db, { onChanged, onPresent, onError }: Hearing) {
  const from = randomUUID()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const hear = (payload: string) => {
    const message = BusMessage.safeParse(JSON.parse(payload))
    // A newer server may say things that this one does not know.
    if (!message.success || message.data.from === from) return
    if (message.data.companies) onChanged(message.data.companies)
    if (message.data.present) onPresent(message.data.present)
  }
  await db.listen(channel, hear)
  const send = (content: Omit<z.infer<typeof BusMessage>, 'from'>) => {
    notify(db, JSON.stringify({ from, ...content })).catch(onError)
  }
  return {
    tellChanged(companyId: string) {
      changed.add(companyId)
      timer ??= setTimeout(() => {
        timer = undefined
        const companies = [...changed]
        changed.clear()
        while (companies.length) send({ companies: companies.splice(0, mostCompanies) })
      }, gathering)
    },
    tellPresent(present: Whereabouts) {
      send({ present })
    },
    close() {
      clearTimeout(timer)
    },
  }
}

/** Apart from the change, and without waiting for the disk: a notification locks out every other commit until its own. */
async function notify(db: Db, payload: string) {
  await db`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${payload})`
}
