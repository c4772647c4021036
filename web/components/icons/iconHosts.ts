import { addAPIProvider, getIcon, loadIcons } from '@iconify/react'
import { pageSettings } from '#web/components/pageSettings.ts'
import { hostedIcons } from './iconNames.ts'

const ownHost = `${window.location.origin}/icons`
/** How long a host may take, in milliseconds, before the next one is asked. */
const timeoutMs = 5000

addAPIProvider('', {
  resources: [ownHost, ...pageSettings.iconHosts],
  path: '/',
  // A URL is at most 500 characters long. The library counts a comma as one of them, but sends it as `%2C`.
  maxURL: 400,
  rotate: timeoutMs,
  timeout: timeoutMs,
})

/**
 * Requests the icons that the browser has not kept from an earlier visit, in two requests: the library puts as many names into each as
 * fit, and keeps each response for a week. Calls `onArrived` for each icon, perhaps several times.
 */
export function requestIcons(onArrived: (name: string, body: string) => void) {
  const names = hostedIcons.map((name) => `lucide:${name}`)
  loadIcons(names, (loaded) => {
    for (const { name } of loaded) onArrived(name, getIcon(`lucide:${name}`)!.body)
  })
}
