import { addAPIProvider, Icon as Glyph } from '@iconify/react'
import { pageSettings } from '#web/components/pageSettings.ts'

const ownHost = `${window.location.origin}/icons`
addAPIProvider('', { resources: [ownHost, ...pageSettings.iconHosts], path: '/', maxURL: 500, timeout: 5000 })

interface HostedIconProps {
  name: string
  width: number
  height: number
}

/** A decorative icon that is not in the bundle, and is requested from the hosts. */
export function HostedIcon({ name, ...box }: HostedIconProps) {
  return <Glyph icon={`lucide:${name}`} {...box} aria-hidden ssr />
}
