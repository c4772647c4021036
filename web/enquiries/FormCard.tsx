import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
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
      onKeyDown={submitByKey}
      sx={{
        // With hidden overflow the actions would stick to the card, not to the window.
        overflow: 'clip',
        // Keeps the focused field clear of the header and the actions.
        '& :is(input, textarea)': { scrollMarginBlock: `${sizes.header.desktop + sizes.fab}px` },
        maxWidth: { xs: sizes.form, lg: enquirySizes.form },
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

function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  const { currentTarget: form, target, nativeEvent } = event
  if (event.defaultPrevented || event.repeat || !isShortcut('submit', nativeEvent)) return
  // React also reports the keys of the form's dialogs, which are elsewhere in the document.
  if (!(target instanceof Node) || !form.contains(target)) return
  event.preventDefault()
  // The button is disabled while a submission runs.
  if (form.querySelector('[type=submit]:enabled')) form.requestSubmit()
}

interface FormActionsProps {
  /** That the last attempt failed, such as `Not saved`. */
  problem: string | false
  children: ReactNode
}

/** Always in view, and on the left because the chat button floats on the right. */
export function FormActions({ problem, children }: FormActionsProps) {
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        py: 2,
        mb: -2,
        bgcolor: 'background.paper',
        borderTop: `1px solid ${theme.vars!.palette.divider}`,
      })}
    >
      {problem && (
        <Box sx={{ width: 1 }}>
          <RetryAlert message={problem} />
        </Box>
      )}
      {children}
    </Box>
  )
}
