import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { CannedResponse } from '#contract/cannedResponses.ts'
import { OfferedOptions } from '#web/desk/box/OfferedOptions.tsx'
import type { Offer } from '#web/desk/box/useOffer.ts'

interface CannedResponseOptionsProps {
  offer: Offer<CannedResponse>
}

export function CannedResponseOptions({ offer }: CannedResponseOptionsProps) {
  return (
    <OfferedOptions
      offer={offer}
      label="Canned responses"
      announcement="canned responses. Choose with the arrow keys, insert with Enter"
      renderOption={({ name, answer }) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="div" noWrap>
            {name}
          </Typography>
          <Typography variant="caption" component="div" noWrap sx={{ color: 'text.secondary' }}>
            {answer}
          </Typography>
        </Box>
      )}
    />
  )
}
