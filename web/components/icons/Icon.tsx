import { memo } from 'react'
import { icons } from 'virtual:icons'
import { sizes } from '#web/theme/sizes.ts'
import { HostedIcon } from './HostedIcon.tsx'
import type { IconName } from './iconNames.ts'
import { trustedDrawing } from './trustedDrawing.ts'

interface IconProps {
  name: IconName
  size?: keyof typeof sizes.icon
}

const drawings = new Map(Object.entries(icons.icons).map(([name, { body }]) => [name, trustedDrawing(body)]))

/** A decorative icon, hidden from screen readers. It is memoised because lists have many. */
export const Icon = memo(function Icon({ name, size = 'medium' }: IconProps) {
  const drawing = drawings.get(name)
  const box = { width: sizes.icon[size], height: sizes.icon[size] }
  if (!drawing) return <HostedIcon name={name} {...box} />
  return <svg {...box} aria-hidden viewBox="0 0 24 24" dangerouslySetInnerHTML={drawing} />
})
