import { setTimeout as wait } from 'node:timers/promises'

/** For this time after its last request, a company is taken to use the server. */
const recentMs = 1000
/** Work that gives way rests for this many times as long as it worked. */
const restPerWork = 2

type Company = { id: string; usedAt: number }

let latest: Company | undefined
let another: Company | undefined

export function noteRequest(companyId: string) {
  if (latest && latest.id !== companyId) another = latest
  latest = { id: companyId, usedAt: performance.now() }
}

/**
 * Call this after each part of long work for a company, which took `workMs`. While other companies use the server, the
 * work rests, so that they get most of the processors; on an idle server, it goes on at once.
 */
export async function giveWay(companyId: string, workMs: number) {
  const rest = restAfter(companyId, workMs)
  if (rest > 0) await wait(rest)
}

export function restAfter(companyId: string, workMs: number) {
  const other = latest?.id === companyId ? another : latest
  const isBusy = other !== undefined && performance.now() - other.usedAt < recentMs
  return isBusy ? workMs * restPerWork : 0
}
