import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { sizes } from '#web/theme/sizes.ts'
import { StatusDrawing } from './StatusDrawing.tsx'

interface StatusPageProps {
  drawing: ComponentProps<typeof StatusDrawing>['name']
  title: string
  children: ReactNode
  action: ReactNode
}

/** Replaces a page that cannot be shown, and says why. Focuses the heading, so that a screen reader announces it. */
export function StatusPage({ drawing, title, children, action }: StatusPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: { xs: 3, md: 6 }, px: 1, textAlign: 'center' }}>
      <StatusDrawing name={drawing} />
      <Typography component="h1" variant="h4" ref={heading} tabIndex={-1}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: sizes.reading, mb: 1 }}>{children}</Typography>
      {action}
    </Box>
  )
}
