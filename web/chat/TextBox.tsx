import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { TextField } from '#web/components/forms/TextField.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { besideFab } from '#web/theme/sharedStyles.ts'
import { BoxAlerts, type BoxAlertsProps } from './BoxAlerts.tsx'

interface TextBoxProps extends Omit<BoxAlertsProps, 'onRetry'> {
  input: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  text: string
  isTooLong?: boolean
  maxLength?: number
  isSending: boolean
  hint: ReactNode
  hintId: string
  button: { label: string; icon: IconName }
  onWritten: (text: string) => void
  onSent: () => void
}

export const boxRows = 3

/** A box for a comment or a note, with its button, its hint and its failures. */
export function TextBox({
  input,
  text,
  isSending,
  failure,
  isKept,
  hintId,
  onWritten,
  onSent,
  ...props
}: TextBoxProps) {
  const { label, placeholder, isTooLong, maxLength, hint, button } = props
  const send = () => {
    input.current?.focus()
    onSent()
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (isShortcut('send', event.nativeEvent)) send()
  }
  const describedBy = { 'aria-label': label, 'aria-describedby': hintId }
  return (
    <>
      <BoxAlerts failure={failure} isKept={isKept} onRetry={send} />
      <TextField
        fullWidth
        multiline
        rows={boxRows}
        placeholder={placeholder}
        value={text}
        error={isTooLong}
        onChange={(event) => onWritten(event.target.value)}
        onKeyDown={sendByKey}
        inputRef={input}
        slotProps={{ htmlInput: { ...describedBy, maxLength, readOnly: isSending, dir: 'auto' } }}
        sx={{ '& textarea:read-only': { color: 'text.secondary' } }}
      />
      <Box sx={{ ...besideFab, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        {hint}
        <Button
          variant="contained"
          startIcon={<Icon name={button.icon} />}
          loading={isSending}
          loadingPosition="start"
          onClick={send}
          sx={{ flexShrink: 0 }}
        >
          {button.label}
        </Button>
      </Box>
    </>
  )
}
