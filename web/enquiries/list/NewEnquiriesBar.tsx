import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { layers, sizes } from '#web/theme/sizes.ts'
import { waitingBar } from './useSteadyList.ts'

interface NewEnquiriesBarProps {
  count: number
  /** How many of those shown are not in the list any more. */
  gone: number
  onShown: () => void
}

/** Says that others have added to the list, or taken from it. It floats, and what it tells of waits: nothing moves under a hand. */
export function NewEnquiriesBar({ count, gone, onShown }: NewEnquiriesBarProps) {
  return (
    <Box
      component="output"
      className={waitingBar}
      sx={{
        position: 'sticky',
        top: { xs: sizes.header.mobile + 8, lg: sizes.header.desktop + 8 },
        zIndex: layers.floating,
        height: 0,
        display: 'flex',
        justifyContent: 'center',
      }}
    >
      {(count > 0 || gone > 0) && (
        <Button
          size="small"
          variant="contained"
          onClick={onShown}
          sx={{ height: 'fit-content', borderRadius: 4, mt: 1 }}
        >
          {count > 0 ? ofNew(count) : ofGone(gone)}
        </Button>
      )}
    </Box>
  )
}

function ofNew(count: number) {
  return count === 1 ? 'Show 1 new enquiry' : `Show ${count} new enquiries`
}

function ofGone(count: number) {
  return count === 1 ? '1 enquiry has left: show the list' : `${count} enquiries have left: show the list`
}
