import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { TextField } from '#web/components/forms/TextField.tsx'
import { paths } from '#web/navigation/paths.ts'

interface InvitationLinkProps {
  invitation: string
}

/** The link of an invitation, with a button to copy it. */
export function InvitationLink({ invitation }: InvitationLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'selected'>()
  const link = `${window.location.origin}${paths.register}?invitation=${invitation}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied('yes')
    } catch {
      // Browsers offer the clipboard only in a secure context: over HTTPS or on localhost.
      field.current?.select()
      setCopied('selected')
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        fullWidth
        label="Invitation link"
        value={link}
        inputRef={field}
        slotProps={{ htmlInput: { readOnly: true, onFocus: () => field.current?.select() } }}
      />
      <Button variant="contained" onClick={() => void copy()} sx={{ justifySelf: 'start' }}>
        Copy link
      </Button>
      <Box aria-live="polite">
        {copied === 'yes' && <Alert severity="success">Link copied.</Alert>}
        {copied === 'selected' && <Alert severity="info">The link is selected. Press Ctrl+C or ⌘C to copy it.</Alert>}
      </Box>
    </Box>
  )
}
