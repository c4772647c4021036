import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

interface NavigationItemProps {
  title: string
  icon: IconName
  path: string
  onChosen?: () => void
}

export function NavigationItem({ title, icon, path, onChosen }: NavigationItemProps) {
  const isHere = useRouter().path === path
  return (
    <li>
      <Link
        to={path}
        onClick={onChosen}
        tabIndex={0}
        className="plain-button navigation-item"
        title={title}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon name={icon} size="large" />
        <span className="rail-hidden">{title}</span>
      </Link>
    </li>
  )
}
