import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSeat } from '#web/chat/seat.ts'
import { sizes } from '#web/theme/sizes.ts'
import { bubbleColors } from '#web/theme/threadColors.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

export function EmptyThread() {
  const { own } = useSeat()
  return (
    <Box
      sx={{
        flex: '1 1 auto',
        minHeight: threadSizes.minHeight,
        display: 'grid',
        alignContent: 'center',
        justifyItems: 'center',
        gap: 1,
        p: 3,
        textAlign: 'center',
      }}
    >
      <TwoBubbles />
      <Typography component="h2" variant="h5">
        No comments yet
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: sizes.reading }}>
        {own === 'customer'
          ? 'Write a comment below. Support replies here.'
          : 'Reply below. The requester sees it immediately.'}
      </Typography>
    </Box>
  )
}

/** One bubble of each side, in their colours. */
function TwoBubbles() {
  return (
    <Box
      component="svg"
      viewBox="0 0 160 112"
      aria-hidden
      sx={(theme) => ({
        width: threadSizes.illustration,
        maxHeight: '100%',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        '& .customer': drawn(bubbleColors(theme, 'customer').backgroundColor, theme.vars!.palette.side.customer),
        '& .host': drawn(bubbleColors(theme, 'host').backgroundColor, theme.vars!.palette.side.host),
        '& .line': { opacity: 0.45 },
      })}
    >
      <path
        className="customer"
        d="M68 8h72a12 12 0 0 1 12 12v24a12 12 0 0 1-12 12v12l-14-12H68a12 12 0 0 1-12-12V20A12 12 0 0 1 68 8z"
      />
      <path className="customer line" d="M72 26h62M72 39h40" />
      <path
        className="host"
        d="M20 48h64a12 12 0 0 1 12 12v20a12 12 0 0 1-12 12H34l-14 12V92A12 12 0 0 1 8 80V60a12 12 0 0 1 12-12z"
      />
      <path className="host line" d="M38 70h.1M52 70h.1M66 70h.1" />
    </Box>
  )
}

function drawn(fill: string, stroke: string) {
  return { fill, stroke }
}
