import ListItemButton from '@mui/material/ListItemButton'
import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { sizes } from '#web/theme/sizes.ts'

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
      <ListItemButton
        component={Link}
        to={path}
        onClick={onChosen}
        className="rail-bare"
        title={title}
        aria-current={isHere ? 'page' : undefined}
        sx={(theme) => ({
          gap: 2,
          pl: 2,
          pr: 1.5,
          py: 1,
          minHeight: sizes.navItem,
          borderRadius: 0.75,
          typography: 'body2',
          fontWeight: 500,
          color: 'text.secondary',
          '&[aria-current]': {
            fontWeight: 600,
            color: theme.vars!.palette.primary.text,
            backgroundColor: theme.alpha(theme.vars!.palette.primary.main, 0.08),
            '&:hover': { backgroundColor: theme.alpha(theme.vars!.palette.primary.main, 0.16) },
          },
        })}
      >
        <Icon name={icon} size="large" />
        <span className="rail-hidden">{title}</span>
      </ListItemButton>
    </li>
  )
}
