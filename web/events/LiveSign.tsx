import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Fade from '@mui/material/Fade'
import { useEffect, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { keepLive } from './connection.ts'
import { useLiveStatus, type LiveStatus } from './liveStatus.ts'

interface LiveSignProps {
  userId: string
}

/** A loss shorter than this, in milliseconds, is nobody's concern. */
const unnoticed = 2000
/** How long it is said that all is well again, in milliseconds. */
const relief = 3000

/** The colours of borders and icons are too light for small words. */
const readable = { '& .MuiChip-label': { color: 'text.primary' } }

/** Keeps the page live, and says so where it was not. */
export function LiveSign({ userId }: LiveSignProps) {
  useEffect(() => keepLive(userId), [userId])
  const said = useSaid(useLiveStatus())
  return (
    <Box component="output" sx={{ display: 'flex' }}>
      {said && (
        <Fade in>
          {said === 'lost' ? (
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

/** What is worth saying: a loss that lasts, and then its end for a moment. */
function useSaid(status: LiveStatus) {
  const [said, setSaid] = useState<'lost' | 'live'>()
  useEffect(() => {
    if (status === 'lost') {
      const timer = window.setTimeout(() => setSaid('lost'), unnoticed)
      return () => window.clearTimeout(timer)
    }
    const restored = window.setTimeout(() => setSaid((before) => before && (status === 'live' ? 'live' : undefined)), 0)
    const timer = window.setTimeout(() => setSaid(undefined), relief)
    return () => {
      window.clearTimeout(restored)
      window.clearTimeout(timer)
    }
  }, [status])
  return said
}
