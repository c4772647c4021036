import Box from '@mui/material/Box'
import { Icon } from '#web/components/icons/Icon.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

/** Marks a name as that of a customer outside the company. */
export function CustomerMark() {
  return (
    <Box component="span" title="Customer" sx={{ display: 'flex', color: 'text.secondary' }}>
      <Icon name="contact-round" size="small" />
      <Box component="span" sx={visuallyHidden}>
        Customer
      </Box>
    </Box>
  )
}
