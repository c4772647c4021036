import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'

interface CountProps {
  icon: IconName
  label: string
  count: number
}

export function Count({ icon, label, count }: CountProps) {
  return (
    <span className="count">
      <Icon name={icon} size="small" />
      {count.toLocaleString()}
      <span className="visually-hidden">{` ${label}`}</span>
    </span>
  )
}
