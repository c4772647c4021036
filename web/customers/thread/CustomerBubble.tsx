import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { customerPageColors } from '#web/theme/threadColors.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

interface CustomerBubbleProps {
  isOwn: boolean
  /** The server does not have it yet. */
  isPending?: boolean
  heading?: ReactNode
  /** In small type below the bubble. */
  below?: ReactNode
  children: ReactNode
}

/** The customer's own messages are at the end of the line, the company's at its start. */
export function CustomerBubble({ isOwn, isPending = false, heading, below, children }: CustomerBubbleProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: isOwn ? 'end' : 'start', gap: 0.5, minWidth: 0 }}>
      {heading}
      <Box
        sx={(theme) => ({
          minWidth: 0,
          maxWidth: `min(92%, ${threadSizes.bubble}px)`,
          px: 1.75,
          py: 1.25,
          border: 1,
          borderStyle: isPending ? 'dashed' : 'solid',
          borderRadius: 2,
          // The corner next to its writer's edge is sharper.
          ...(isOwn ? { borderEndEndRadius: 4 } : { borderEndStartRadius: 4 }),
          ...customerPageColors(theme, isOwn),
        })}
      >
        {children}
      </Box>
      {below && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: isOwn ? 'flex-end' : 'flex-start',
            columnGap: 0.5,
            px: 0.5,
            color: 'text.secondary',
            typography: 'caption',
          }}
        >
          {below}
        </Box>
      )}
    </Box>
  )
}
