import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { AriaAttributes, KeyboardEvent, ReactNode, RefObject } from 'react'
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
  rows?: { rows: number } | { minRows: number; maxRows: number }
  isTooLong?: boolean
  maxLength?: number
  isSending: boolean
  hint: ReactNode
  hintId: string
  button: { label: string; icon: IconName }
  /** Shown below the text. */
  files?: ReactNode
  /** Shown before the button. */
  attach?: ReactNode
  /** Options for the word at the caret, which the field shows above it. */
  offer?: FieldOffer
  onWritten: (text: string) => void
  onSent: () => void
}

interface FieldOffer {
  list: ReactNode
  attributes: AriaAttributes
  handleKey: (event: KeyboardEvent) => void
  /** The caret may have moved. */
  noteCaret: () => void
  close: () => void
}

export const boxRows = 3

/** A box for a comment or a note, with its button, its hint and its failures. */
export function TextBox(props: TextBoxProps) {
  const { input, isSending, failure, isKept, areFilesKept, hint, button, files, attach, onSent } = props
  const send = () => {
    input.current?.focus()
    onSent()
  }
  return (
    <>
      <BoxAlerts failure={failure} isKept={isKept} areFilesKept={areFilesKept} onRetry={send} />
      <Field {...props} onSent={send} />
      {files}
      <Box sx={{ ...besideFab, display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>{hint}</Box>
        {attach}
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

function Field({ input, label, placeholder, text, hintId, offer, onWritten, onSent, ...props }: TextBoxProps) {
  const { rows = { rows: boxRows }, isTooLong, maxLength, isSending } = props
  const handleKey = (event: KeyboardEvent) => {
    if (isShortcut('send', event.nativeEvent)) onSent()
    else offer?.handleKey(event)
  }
  const attributes = { 'aria-label': label, 'aria-describedby': hintId, ...offer?.attributes }
  return (
    <Box sx={{ position: 'relative' }}>
      {offer?.list}
      <TextField
        fullWidth
        multiline
        {...rows}
        placeholder={placeholder}
        value={text}
        error={isTooLong}
        onChange={(event) => {
          onWritten(event.target.value)
          offer?.noteCaret()
        }}
        onBlur={offer?.close}
        onKeyDown={handleKey}
        inputRef={input}
        slotProps={{
          htmlInput: { ...attributes, maxLength, readOnly: isSending, dir: 'auto', onSelect: offer?.noteCaret },
        }}
        sx={{ '& textarea:read-only': { color: 'text.secondary' } }}
      />
    </Box>
  )
}
