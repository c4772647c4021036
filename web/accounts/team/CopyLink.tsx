import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { TextField } from '#web/components/forms/TextField.tsx'

interface CopyLinkProps {
  label: string
  /** A path of this site, with its query. */
  path: string
}

/** A link to pass on, with a button to copy it. */
export function CopyLink({ label, path }: CopyLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'selected'>()
  const link = `${window.location.origin}${path}`
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
        label={label}
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
