import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

interface StoppedSearchProps {
  /** The id of the oldest enquiry searched. */
  searchedBackTo: string
  /** Undefined when the search cannot continue from here. */
  onContinued: (() => void) | undefined
}

/** Says that the search stopped early, and how to find the rest. */
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
