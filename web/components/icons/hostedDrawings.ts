import { useEffect, useSyncExternalStore } from 'react'
import { fetchCodeSurely } from '#web/api/fetchCode.ts'
import { trustedDrawing } from './trustedDrawing.ts'

const drawings = new Map<string, { __html: string }>()
const listeners = new Set<() => void>()
const forever = new AbortController().signal
let isFetching = false

/** Fetches all icons that are not in the bundle, once. */
export async function fetchHostedIcons() {
  if (isFetching) return
  isFetching = true
  const hosts = await fetchCodeSurely(() => import('./iconHosts.ts'), forever)
  hosts!.requestIcons((name, body) => {
    if (!drawings.has(name)) drawings.set(name, trustedDrawing(body))
    for (const listener of listeners) listener()
  })
}

/** The drawing of an icon that is not in the bundle; undefined until it has arrived. */
export function useHostedDrawing(name: string) {
  useEffect(() => void fetchHostedIcons(), [])
  return useSyncExternalStore(subscribe, () => drawings.get(name))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
