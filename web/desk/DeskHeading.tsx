import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { NotifyButton } from '#web/enquiries/seen/NotifyButton.tsx'
import { useAskedPart } from '#web/navigation/useAskedPart.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

const CannedResponsesDialog = lazy(async () => ({
  default: (await import('#web/desk/cannedResponses/CannedResponsesDialog.tsx')).CannedResponsesDialog,
}))

interface DeskHeadingProps {
  /** Below lg, the heading is visible with the queue only. With the other panes it is for screen readers. */
  isBesideQueue: boolean
}

export function DeskHeading({ isBesideQueue }: DeskHeadingProps) {
  const [isOpen, setIsOpen] = useState(false)
  useAskedPart({ responses: () => setIsOpen(true) })
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        my: { xs: isBesideQueue ? 1 : 0, lg: 1.5 },
      }}
    >
      <Typography
        component="h1"
        variant="h4"
        sx={({ breakpoints }) => ({
          flexGrow: 1,
          ...(!isBesideQueue && { [breakpoints.down('lg')]: visuallyHidden }),
        })}
      >
        Desk
      </Typography>
      <Box sx={{ display: { xs: isBesideQueue ? 'contents' : 'none', lg: 'contents' } }}>
        <NotifyButton />
        <Button
          color="inherit"
          variant="outlined"
          startIcon={<Icon name="message-square-text" />}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          Canned responses
        </Button>
      </Box>
      {isOpen && (
        <Suspense>
          <CannedResponsesDialog onClosed={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}
