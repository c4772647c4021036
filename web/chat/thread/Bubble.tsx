import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Side } from '#contract/chat.ts'
import { useSeat } from '#web/chat/seat.ts'
import { sizes } from '#web/theme/sizes.ts'
import { bubbleColors } from '#web/theme/threadColors.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

const { avatarGap } = threadSizes

/** For a line below one of our own bubbles. It ends where the bubble ends. */
export const belowBubble = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  paddingInlineEnd: { xs: `${sizes.avatar.medium + avatarGap.xs}px`, sm: `${sizes.avatar.medium + avatarGap.sm}px` },
}

interface BubbleProps {
  side: Side
  /** The server does not have it yet. */
  isPending?: boolean
  avatar?: ReactNode
  heading?: ReactNode
  /** In small type next to the bubble. */
  aside?: ReactNode
  below?: ReactNode
  children: ReactNode
}

/** Our own messages are at the end of the line, the other side's at its start. */
export function Bubble({ side, isPending = false, avatar, heading, aside, below, children }: BubbleProps) {
  const isOurs = side === useSeat().own
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: isOurs ? 'row-reverse' : 'row',
        gap: { xs: `${avatarGap.xs}px`, sm: `${avatarGap.sm}px` },
      }}
    >
      <Box sx={{ width: sizes.avatar.medium, flexShrink: 0 }}>{avatar}</Box>
      <Box sx={{ minWidth: 0, flexGrow: 1, display: 'grid', justifyItems: isOurs ? 'end' : 'start', gap: 0.5 }}>
        {heading && <Heading isOurs={isOurs}>{heading}</Heading>}
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
          {aside && <Aside>{aside}</Aside>}
        </Box>
        {below}
      </Box>
    </Box>
  )
}

interface HeadingProps {
  isOurs: boolean
  children: ReactNode
}

function Heading({ isOurs, children }: HeadingProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        justifyContent: isOurs ? 'flex-end' : 'flex-start',
        columnGap: 1,
      }}
    >
      {children}
    </Box>
  )
}

interface AsideProps {
  children: ReactNode
}

function Aside({ children }: AsideProps) {
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ flexShrink: 0, display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}
    >
      {children}
    </Typography>
  )
}
