import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { CompanyLogo } from '#web/components/CompanyLogo.tsx'
import { sizes } from '#web/theme/sizes.ts'

interface CompanyHeaderProps {
  company: CustomerThread['company']
}

/** Says whose page it is. */
export function CompanyHeader({ company: { companyName, logo } }: CompanyHeaderProps) {
  return (
    <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <Box sx={{ ...column, display: 'flex', alignItems: 'center', gap: 1.5, minHeight: sizes.header.mobile, py: 1 }}>
        {logo && <CompanyLogo name={companyName} logo={logo} />}
        <Typography variant="h6" component="p" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {companyName}
        </Typography>
      </Box>
    </Box>
  )
}

/** The width of everything on the page. */
export const column = { width: 1, maxWidth: sizes.threadColumn, mx: 'auto', px: { xs: 2, sm: 3 } } as const
