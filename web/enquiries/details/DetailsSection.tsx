import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface DetailsSectionProps {
  title: string
  level?: 'h2' | 'h3'
  children: ReactNode
}

export function DetailsSection({ title, level = 'h3', children }: DetailsSectionProps) {
  return (
    <Box component="section" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography component={level} variant="subtitle2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
