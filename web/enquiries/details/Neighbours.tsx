import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { shortcuts, type ShortcutName } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import type { NeighbourInList, NeighboursInList } from './useNeighbours.ts'

/** Links to the previous and the next enquiry of the list. */
export function Neighbours({ previous, next }: NeighboursInList) {
  if (!previous && !next) return null
  return (
    <Box component="nav" aria-label="Enquiries of the list" sx={{ display: 'flex' }}>
      <Neighbour label="Previous enquiry" icon="chevron-left" shortcut="previousEnquiry" to={previous} />
      <Neighbour label="Next enquiry" icon="chevron-right" shortcut="nextEnquiry" to={next} />
    </Box>
  )
}

interface NeighbourProps {
  label: string
  icon: IconName
  shortcut: ShortcutName
  to: NeighbourInList | undefined
}

function Neighbour({ label, icon, shortcut, to }: NeighbourProps) {
  const router = useRouter()
  useShortcut(shortcut, () => void router.replace(paths.enquiry(to!.id), to!.place), to !== undefined)
  if (!to)
    return (
      <IconButton aria-label={label} disabled>
        <Icon name={icon} />
      </IconButton>
    )
  // Replaces the history entry, so that Back still leads to the list.
  return (
    <IconButton
      component={Link}
      to={paths.enquiry(to.id)}
      state={to.place}
      replace
      aria-label={label}
      aria-keyshortcuts={shortcuts[shortcut].key}
    >
      <Icon name={icon} />
    </IconButton>
  )
}
