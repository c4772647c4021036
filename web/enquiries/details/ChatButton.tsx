import Badge from '@mui/material/Badge'
import Fab from '@mui/material/Fab'
import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useListPlace } from '#web/enquiries/list/listPlace.ts'
import { layers, sizes } from '#web/theme/sizes.ts'

interface ChatButtonProps {
  path: string
  count: number
}

export function ChatButton({ path, count }: ChatButtonProps) {
  const place = useListPlace()
  return (
    <Fab
      component={Link}
      to={path}
      state={place}
      color="primary"
      aria-label={`Chat, ${count} messages`}
      sx={{ position: 'fixed', right: 20, bottom: 20, width: sizes.fab, height: sizes.fab, zIndex: layers.floating }}
    >
      <Badge badgeContent={count} color="error">
        <Icon name="messages-square" size="large" />
      </Badge>
    </Fab>
  )
}
