import Box from '@mui/material/Box'
import { countLabel } from '#web/components/unreadCount.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

interface UnreadBadgeProps {
  count: number
}

/** The number of unread messages, or 1 for a mention; renders nothing for 0. */
export function UnreadBadge({ count }: UnreadBadgeProps) {
  if (count === 0) return null
  return (
    <Box
      component="span"
      sx={{
        flexShrink: 0,
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: listSizes.badge,
        height: listSizes.badge,
        px: 0.75,
        borderRadius: 5,
        bgcolor: 'primary.fill',
        color: 'primary.contrastText',
        typography: 'caption',
        fontWeight: 700,
        lineHeight: 1,
      }}
    >
      {countLabel(count)}
      <Box component="span" sx={visuallyHidden}>
        {' unread'}
      </Box>
    </Box>
  )
}
