import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazy } from '#web/components/lazy/lazy.ts'
import { NotifyButton } from '#web/enquiries/seen/NotifyButton.tsx'
import { useAskedPart } from '#web/navigation/useAskedPart.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

const CannedResponsesDialog = lazy(async () => ({
  default: (await import('#web/desk/cannedResponses/CannedResponsesDialog.tsx')).CannedResponsesDialog,
}))

interface DeskHeadingProps {
  /** Beside an open thread on a phone, the heading is for screen readers only. */
  isShown: boolean
}

export function DeskHeading({ isShown }: DeskHeadingProps) {
  const [isOpen, setIsOpen] = useState(false)
  useAskedPart({ responses: () => setIsOpen(true) })
  return (
    <Box
      sx={{
        gridArea: 'heading',
        display: 'flex',
        alignItems: 'center',
        mb: 1,
        ...(!isShown && visuallyHidden),
      }}
    >
      <Typography component="h1" variant="h5" sx={{ flexGrow: 1 }}>
        Desk
      </Typography>
      {isShown && (
        <>
          <NotifyButton />
          <Tooltip title="Canned responses">
            <IconButton aria-label="Canned responses" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              <Icon name="message-square-text" />
            </IconButton>
          </Tooltip>
        </>
      )}
      {isOpen && (
        <Suspense>
          <CannedResponsesDialog onClosed={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}
