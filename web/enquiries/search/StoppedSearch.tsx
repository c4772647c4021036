import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

interface StoppedSearchProps {
  /** The oldest enquiry that was searched. */
  searchedBackTo: string
  /** Not there where the list is sorted by something else than its age. */
  onContinued: (() => void) | undefined
}

/** Says that a list holds only a part of what there may be, and how to get the rest. */
export function StoppedSearch({ searchedBackTo, onContinued }: StoppedSearchProps) {
  return (
    <Alert
      severity="info"
      sx={{ mx: 2.5, mb: 2.5 }}
      action={
        onContinued && (
          <Button color="inherit" size="small" onClick={onContinued}>
            Search older enquiries
          </Button>
        )
      }
    >
      {`The search took too long, so it stopped at ${searchedBackTo}. Older enquiries were not searched. To search them all, add a word or remove a filter.`}
    </Alert>
  )
}
