import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Fade from '@mui/material/Fade'
import type { SxProps, Theme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { keepLive } from './connection.ts'
import { useLiveStatus, type LiveStatus } from './liveStatus.ts'

interface LiveSignProps {
  userId: string
}

/** A shorter loss is not shown. */
const hiddenLossMs = 2000
/** How long 'Up to date' stays. */
const upToDateMs = 3000

/** The colours of borders and icons are too light for small text. A phone has room for the icon only. */
const readable: SxProps<Theme> = (theme) => ({
  '& .MuiChip-label': { color: 'text.primary', [theme.breakpoints.down('sm')]: visuallyHidden },
  [theme.breakpoints.down('sm')]: { width: sizes.liveSign, '& .MuiChip-icon': { mx: 0.5 } },
})

/** Keeps the page live, and shows when it loses the connection and regains it. */
export function LiveSign({ userId }: LiveSignProps) {
  useEffect(() => keepLive(userId), [userId])
  const shown = useShownStatus(useLiveStatus())
  return (
    <Box component="output" sx={{ display: 'flex' }}>
      {shown && (
        <Fade in>
          {shown === 'lost' ? (
            <Chip
              size="small"
              color="warning"
              variant="outlined"
              icon={<Icon name="cloud-off" size="small" />}
              label="Reconnecting…"
              sx={readable}
            />
          ) : (
            <Chip
              size="small"
              color="success"
              variant="outlined"
              icon={<Icon name="circle-check" size="small" />}
              label="Up to date"
              sx={readable}
            />
          )}
        </Fade>
      )}
    </Box>
  )
}

/** The status to show: a loss that lasts, and its end for a moment. */
function useShownStatus(status: LiveStatus) {
  const [shown, setShown] = useState<'lost' | 'live'>()
  useEffect(() => {
    if (status === 'lost') {
      const timer = window.setTimeout(() => setShown('lost'), hiddenLossMs)
      return () => window.clearTimeout(timer)
    }
    const restored = window.setTimeout(
      () => setShown((before) => before && (status === 'live' ? 'live' : undefined)),
      0,
    )
    const timer = window.setTimeout(() => setShown(undefined), upToDateMs)
    return () => {
      window.clearTimeout(restored)
      window.clearTimeout(timer)
    }
  }, [status])
  return shown
}
