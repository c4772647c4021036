import { addAPIProvider, addCollection, Icon as Glyph } from '@iconify/react'
import { memo } from 'react'
import { icons } from 'virtual:icons'
import { pageSettings } from '#web/components/pageSettings.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { IconName } from './iconNames.ts'

// The product's own icons are in the bundle; only others are requested from the hosts.
addCollection(icons)
const ownHost = `${window.location.origin}/icons`
addAPIProvider('', { resources: [ownHost, ...pageSettings.iconHosts], path: '/', maxURL: 500, timeout: 5000 })

interface IconProps {
  name: IconName
  size?: keyof typeof sizes.icon
}

const drawings = new Map(Object.entries(icons.icons).map(([name, { body }]) => [name, { __html: body }]))

/**
 * A decorative icon, hidden from screen readers. It is memoised because rendering one that is not in the bundle again replaces its
 * SVG elements, and if the pressed element is gone before the button is released, the browser fires no click.
 */
export const Icon = memo(function Icon({ name, size = 'medium' }: IconProps) {
  const drawing = drawings.get(name)
  const box = { width: sizes.icon[size], height: sizes.icon[size], 'aria-hidden': true }
  if (!drawing) return <Glyph icon={`lucide:${name}`} {...box} ssr />
  return <svg {...box} viewBox="0 0 24 24" dangerouslySetInnerHTML={drawing} />
})
