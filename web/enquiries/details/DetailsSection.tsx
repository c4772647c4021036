import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface DetailsSectionProps {
  title: string
  children: ReactNode
}

export function DetailsSection({ title, children }: DetailsSectionProps) {
  return (
    <Box component="section" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography component="h3" variant="subtitle2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
