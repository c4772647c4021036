import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '#web/navigation/paths.ts'
import type { Made } from './useMade.ts'

interface MadeEnquiryProps {
  made: Made
}

/** Leads to the enquiry that a held email has become. */
export function MadeEnquiry({ made: { address, enquiryId } }: MadeEnquiryProps) {
  return (
    <Alert
      severity="success"
      action={
        <Button component={Link} to={paths.deskEnquiry(enquiryId)} color="inherit" size="small">
          Open enquiry
        </Button>
      }
      sx={{ overflowWrap: 'anywhere' }}
    >
      {`The email from ${address} is a new enquiry.`}
    </Alert>
  )
}
