import Button from '@mui/material/Button'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { fingerHigh } from '#web/theme/sharedStyles.ts'

interface CopyButtonProps {
  label: string
  text: string
}

/** Browsers offer the clipboard only in a secure context: over HTTPS or on localhost. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  if (!window.isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <Button
      size="small"
      color="inherit"
      variant="outlined"
      startIcon={isCopied ? <Icon name="circle-check" size="small" /> : undefined}
      onClick={() => void copy()}
      sx={{ justifySelf: 'start', ...fingerHigh }}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  )
}
