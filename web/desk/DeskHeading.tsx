import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/components/Icon.tsx'
import { NotifyButton } from '#web/enquiries/NotifyButton.tsx'

const AnswersDialog = lazy(async () => ({ default: (await import('./AnswersDialog.tsx')).AnswersDialog }))

interface DeskHeadingProps {
  /** On a screen with room for one pane, it belongs to the queue. */
  isBesideQueue: boolean
}

export function DeskHeading({ isBesideQueue }: DeskHeadingProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box
      sx={{
        display: { xs: isBesideQueue ? 'flex' : 'none', lg: 'flex' },
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        my: { xs: 1, lg: 1.5 },
      }}
    >
      <Typography component="h1" variant="h4" sx={{ flexGrow: 1 }}>
        Desk
      </Typography>
      <NotifyButton />
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon name="message-square-text" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Canned answers
      </Button>
      {isOpen && (
        <Suspense>
          <AnswersDialog onClosed={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}
