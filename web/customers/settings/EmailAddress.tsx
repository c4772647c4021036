import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useGetMailReceptionQuery } from '#web/customers/incoming/receptionApi.ts'
import { CopyButton } from './CopyButton.tsx'

interface EmailAddressProps {
  /** Of enquiries that come by email. */
  type: string | undefined
}

/** The address under which customers write to the company. Nothing is shown if the server receives no emails. */
export function EmailAddress({ type }: EmailAddressProps) {
  const { data } = useGetMailReceptionQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data?.address) return null
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          Customers can also write to <strong>{data.address}</strong>
        </Typography>
        <CopyButton label="Copy address" text={data.address} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {`Such an enquiry has the first of the types below: ${type ?? ''}.`}
      </Typography>
    </Box>
  )
}
