import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { FormEvent, ReactNode } from 'react'
import { sizes } from '#web/theme/sizes.ts'

interface FormCardProps {
  onSubmit: () => void
  children: ReactNode
}

export function FormCard({ onSubmit, children }: FormCardProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Card
      component="form"
      noValidate
      onSubmit={submit}
      sx={{
        // With hidden overflow the actions would stick to the card, not to the window.
        overflow: 'clip',
        // Keeps the focused field clear of the header and the actions.
        '& :is(input, textarea)': { scrollMarginBlock: `${sizes.header.desktop + sizes.fab}px` },
        maxWidth: sizes.form,
        p: { xs: 2.5, sm: 4 },
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      {children}
    </Card>
  )
}

interface FormActionsProps {
  children: ReactNode
}

export function FormActions({ children }: FormActionsProps) {
  return <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1.5 }}>{children}</Box>
}
