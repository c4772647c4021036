import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { ApiRequest } from '#faults/apiClient.ts'
import type { Person } from '#faults/people.ts'

/** How long a request took, and when it began. */
export type Answer = { path: string; status: number; at: number; ms: number }

const pauseMs = 50

/** Does a person's daily work, without trying anything twice, until `signal` aborts. */
export async function work(person: Person, signal: AbortSignal) {
  const answers: Answer[] = []
  const picture = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#12B76A' } })
    .png()
    .toBuffer()
  const documents = [{ name: 'photo.png', url: `data:image/png;base64,${picture.toString('base64')}` }]
  const ask = async <T>(request: ApiRequest) => {
    const headers = { authorization: `Bearer ${person.token}`, 'idempotency-key': randomUUID() }
    const [at, startedAt] = [Date.now(), performance.now()]
    const { status, data } = await person.client.send<T>({ ...request, headers })
    answers.push({ path: request.path, status, at, ms: performance.now() - startedAt })
    await wait(pauseMs)
    return data
  }
  while (!signal.aborted) {
    const raised = { enquiryType: 'Damage', summery: 'A broken crate', documents }
    const { _id: id } = await ask<{ _id: string }>({ method: 'POST', path: '/enquiry', body: raised })
    await ask({ path: '/enquiry' })
    await ask({ path: '/enquiry?search=crate' })
    await ask({ path: `/enquiry?_id=${id}` })
    await ask({ method: 'POST', path: '/chat', body: { enquiry: id, side: 'host', message: 'We look at it.' } })
    await ask({ path: `/chat?enquiryId=${id}` })
    await ask({ method: 'PATCH', path: '/enquiry', body: { id, enquiryStatus: 'closed' } })
    await ask({ path: '/desk/queue' })
  }
  return answers
}

/** The time in milliseconds that this share of the answers did not exceed. */
export function quantile(answers: Answer[], share: number) {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return times[Math.floor(share * (times.length - 1))]!
}
