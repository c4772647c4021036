import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { limits } from '#contract/limits.ts'
import { controlKey, useAreShortcutsOn } from '#web/components/shortcuts/shortcuts.ts'
import { withoutKeyboard } from '#web/theme/sharedStyles.ts'

interface CommentHintProps {
  id: string
  text: string
}

const maxLength = limits.message
const nearlyFull = maxLength * 0.9

export function isTooLong(text: string) {
  return text.trim().length > maxLength
}

/** Says how to send a comment, or how much room a long one has left. */
export function CommentHint({ id, text }: CommentHintProps) {
  const areKeysOn = useAreShortcutsOn()
  return (
    <FormHelperText id={id} error={isTooLong(text)} sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {hintFor(text.trim().length, areKeysOn)}
    </FormHelperText>
  )
}

function hintFor(length: number, areKeysOn: boolean) {
  if (length > maxLength) return `Too long by ${(length - maxLength).toLocaleString()}: shorten it to send it`
  if (length > nearlyFull) return `${length.toLocaleString()} of ${maxLength.toLocaleString()} characters`
  return areKeysOn && <KeyHint />
}

/** Hidden on devices that have no keyboard, and where it would wrap beside the buttons. */
function KeyHint() {
  return (
    <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, [withoutKeyboard]: { display: 'none' } }}>
      {controlKey()} + Enter sends
    </Box>
  )
}
