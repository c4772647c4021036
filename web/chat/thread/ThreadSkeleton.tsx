import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Side } from '#contract/chat.ts'
import { sizes } from '#web/theme/sizes.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

const bubbles: { side: Side; share: string }[] = [
  { side: 'customer', share: '55%' },
  { side: 'host', share: '70%' },
  { side: 'customer', share: '40%' },
  { side: 'host', share: '50%' },
]

export function ThreadSkeleton() {
  return (
    <Box sx={{ flex: '1 1 0', minHeight: threadSizes.minHeight, overflow: 'hidden', p: { xs: 1.5, sm: 3 } }}>
      <Typography component="output" variant="body2" sx={{ color: 'text.secondary', display: 'block', mb: 3 }}>
        Loading...
      </Typography>
      <Box aria-hidden sx={{ display: 'grid', gap: 3 }}>
        {bubbles.map(({ side, share }) => (
          <Box
            key={share}
            sx={{ display: 'flex', flexDirection: side === 'customer' ? 'row-reverse' : 'row', gap: 1.5 }}
          >
            <Skeleton
              variant={side === 'customer' ? 'circular' : 'rounded'}
              width={sizes.avatar.medium}
              height={sizes.avatar.medium}
              sx={{ flexShrink: 0 }}
            />
            <Skeleton variant="rounded" width={share} height={threadSizes.message} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}
