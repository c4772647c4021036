import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface FormHeadingProps {
  title: string
  children?: ReactNode
}

export function FormHeading({ title, children }: FormHeadingProps) {
  return (
    <Box sx={{ mb: 5, textAlign: 'center' }}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {children && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {children}
        </Typography>
      )}
    </Box>
  )
}
