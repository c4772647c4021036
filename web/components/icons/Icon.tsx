import { addAPIProvider, addCollection, Icon as Glyph } from '@iconify/react'
import { memo } from 'react'
import { icons } from 'virtual:icons'
import { pageSettings } from '#web/components/pageSettings.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { IconName } from './iconNames.ts'

// What the product draws itself is in the bundle; hosts are asked for anything else only.
addCollection(icons)
const ownHost = `${window.location.origin}/icons`
addAPIProvider('', { resources: [ownHost, ...pageSettings.iconHosts], path: '/', maxURL: 500, timeout: 5000 })

interface IconProps {
  name: IconName
  size?: keyof typeof sizes.icon
}

/**
 * A picture beside words; it says nothing by itself to a screen reader. Not drawn again with what is around it: that
 * puts new lines in place of the pressed ones, and where those are gone before it is let go, a press is no click.
 */
export const Icon = memo(function Icon({ name, size = 'medium' }: IconProps) {
  return <Glyph icon={`lucide:${name}`} width={sizes.icon[size]} height={sizes.icon[size]} aria-hidden ssr />
})
