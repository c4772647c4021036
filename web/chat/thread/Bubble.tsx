import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Side } from '#contract/chat.ts'
import { useSeat } from '#web/chat/seat.ts'
import { sizes } from '#web/theme/sizes.ts'
import { bubbleColors } from '#web/theme/threadColors.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

/** For what stands below one of our own bubbles: it ends where the bubble ends. */
export const under = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  paddingInlineEnd: { xs: `calc(${sizes.avatar.medium}px + 8px)`, sm: `calc(${sizes.avatar.medium}px + 12px)` },
}

interface BubbleProps {
  side: Side
  /** Not with the server yet. */
  isPending?: boolean
  avatar?: ReactNode
  heading?: ReactNode
  /** Small, after the bubble; before it where it is read first. */
  aside?: ReactNode
  children: ReactNode
}

/** This side of the table stands at the end of the line, the other at its start. */
export function Bubble({ side, isPending = false, avatar, heading, aside, children }: BubbleProps) {
  const isOurs = side === useSeat().own
  return (
    <Box sx={{ display: 'flex', flexDirection: isOurs ? 'row-reverse' : 'row', gap: { xs: 1, sm: 1.5 } }}>
      <Box sx={{ width: sizes.avatar.medium, flexShrink: 0 }}>{avatar}</Box>
      <Box sx={{ minWidth: 0, flexGrow: 1, display: 'grid', justifyItems: isOurs ? 'end' : 'start', gap: 0.5 }}>
        {heading && (
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'baseline',
              justifyContent: isOurs ? 'flex-end' : 'flex-start',
              columnGap: 1,
            }}
          >
            {heading}
          </Box>
        )}
        <Box
          sx={{
            minWidth: 0,
            maxWidth: '100%',
            display: 'flex',
            flexDirection: { xs: 'column', sm: isOurs ? 'row-reverse' : 'row' },
            alignItems: { xs: isOurs ? 'flex-end' : 'flex-start', sm: 'flex-end' },
            columnGap: 1,
          }}
        >
          <Box
            sx={(theme) => ({
              minWidth: 0,
              maxWidth: `min(100%, ${threadSizes.bubble}px)`,
              px: 1.75,
              py: 1,
              border: 1,
              borderStyle: isPending ? 'dashed' : 'solid',
              borderRadius: 1.5,
              ...bubbleColors(theme, side),
            })}
          >
            {children}
          </Box>
          {aside && (
            <Typography
              variant="caption"
              component="span"
              sx={{ flexShrink: 0, display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}
            >
              {aside}
            </Typography>
          )}
        </Box>
      </Box>
    </Box>
  )
}
