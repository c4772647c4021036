import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { headerHeight, layers } from '#web/theme/sizes.ts'
import { useReportedPlace, type ReportUse } from './useRowsInUse.ts'

interface NewEnquiriesBarProps {
  count: number
  /** How many of the shown enquiries are no longer in the list. */
  gone: number
  reportUse: ReportUse
  onShown: () => void
}

/** Floats above the list and says that others have added rows or removed some, which wait until this person wants them. */
export function NewEnquiriesBar({ count, gone, reportUse, onShown }: NewEnquiriesBarProps) {
  return (
    <Box
      component="output"
      sx={{
        position: 'sticky',
        top: `calc(var(${headerHeight}) + 8px)`,
        zIndex: layers.floating,
        height: 0,
        display: 'flex',
        justifyContent: 'center',
      }}
    >
      {(count > 0 || gone > 0) && (
        <ShowButton label={count > 0 ? newLabel(count) : goneLabel(gone)} reportUse={reportUse} onShown={onShown} />
      )}
    </Box>
  )
}

interface ShowButtonProps {
  label: string
  reportUse: ReportUse
  onShown: () => void
}

/** Rows stay where they are while the person is on the way to this button. */
function ShowButton({ label, reportUse, onShown }: ShowButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useReportedPlace('bar', button, reportUse)
  return (
    <Button
      ref={button}
      size="small"
      variant="contained"
      onClick={onShown}
      sx={{ height: 'fit-content', borderRadius: 4, mt: 1 }}
    >
      {label}
    </Button>
  )
}

function newLabel(count: number) {
  return count === 1 ? 'Show 1 new enquiry' : `Show ${count} new enquiries`
}

function goneLabel(count: number) {
  return count === 1
    ? 'Update the list: 1 enquiry no longer matches'
    : `Update the list: ${count} enquiries no longer match`
}
