import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { z } from 'zod'
import { apiPaths } from '#web/api/apiPaths.ts'
import { send } from '#web/api/http.ts'
import { dismissToast, toastAlert } from '#web/api/toasts.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useClosedWithSession } from '#web/enquiries/undo/useClosedWithSession.ts'
import { paths } from '#web/navigation/paths.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { listKeptMessages } from '#web/storage/keptMessages.ts'
import { sizes } from '#web/theme/sizes.ts'

const FoundEnquiry = z.object({ docs: z.tuple([z.object({ enquiryId: z.string() })]) })

/** Says which message was refused and why, with a link to its thread. */
export async function toastRefusal({ id, userId, body }: KeptMessage, reason: string, toastId: string) {
  const { enquiry, side } = body
  const enquiryNumber = await fetchEnquiryNumber(enquiry, userId)
  // The writer may have taken it back in another tab.
  if (!(await isStillRefused(id, userId))) return
  const text = `Your ${side === 'host' ? 'reply' : 'comment'} on ${enquiryNumber} was not sent: ${reason}`
  const path = side === 'host' ? paths.deskEnquiry(enquiry) : paths.chat(enquiry)
  toastAlert(toastId, <RefusedToast text={text} path={path} onClosed={() => dismissToast(toastId)} />, text)
}

async function fetchEnquiryNumber(enquiry: string, by: string) {
  try {
    const { data } = await send({ url: apiPaths.enquiry, params: { _id: enquiry }, by, background: true, quiet: true })
    return FoundEnquiry.parse(data).docs[0].enquiryId
  } catch {
    return 'an enquiry'
  }
}

async function isStillRefused(id: string, userId: string) {
  const messages = await listKeptMessages(userId).catch(() => [])
  return messages.some((message) => message.id === id && message.refusal !== undefined)
}

interface RefusedToastProps {
  text: string
  /** The address of the thread that the message was written to. */
  path: string
  onClosed: () => void
}

/** Stays until it is closed. */
function RefusedToast({ text, path, onClosed }: RefusedToastProps) {
  useClosedWithSession(onClosed)
  return (
    <Box
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 0.5,
        paddingInlineStart: 2,
        paddingInlineEnd: 0.5,
        maxWidth: sizes.undoToast,
        bgcolor: 'background.paper',
        borderRadius: 1,
        boxShadow: ({ vars }) => vars!.customShadows.dropdown,
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: 'error.main' }}>
        <Icon name="triangle-alert" />
      </Box>
      <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      <Button size="small" component={Link} to={path} onClick={onClosed} sx={{ flexShrink: 0 }}>
        Show
      </Button>
      <IconButton size="small" aria-label="Close" onClick={onClosed}>
        <Icon name="x" size="small" />
      </IconButton>
    </Box>
  )
}
