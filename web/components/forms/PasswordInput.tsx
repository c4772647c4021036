import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Typography from '@mui/material/Typography'
import { useState, type ComponentProps, type KeyboardEvent, type MouseEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Icon } from '#web/components/icons/Icon.tsx'
import { TextInput } from './TextInput.tsx'

type PasswordInputProps<Values extends FieldValues> = Omit<ComponentProps<typeof TextInput<Values>>, 'label'> & {
  label?: string
}

/** A password field with a button to show the password and a notice while Caps Lock is on. */
export function PasswordInput<Values extends FieldValues>({
  label = 'Password',
  ...props
}: PasswordInputProps<Values>) {
  const [isShown, setIsShown] = useState(false)
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)
  const watch = (event: KeyboardEvent | MouseEvent) => setIsCapsLockOn(event.getModifierState('CapsLock'))
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </IconButton>
    </InputAdornment>
  )
  return (
    <Box onKeyDown={watch} onKeyUp={watch} onMouseDown={watch} onBlur={() => setIsCapsLockOn(false)}>
      <TextInput<Values>
        {...props}
        label={label}
        type={isShown ? 'text' : 'password'}
        slotProps={{
          input: { endAdornment: toggle },
          htmlInput: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
        }}
      />
      <CapsLockNotice isOn={isCapsLockOn} />
    </Box>
  )
}

interface CapsLockNoticeProps {
  isOn: boolean
}

/** The live region is always rendered: screen readers often skip one that appears together with its text. */
function CapsLockNotice({ isOn }: CapsLockNoticeProps) {
  return (
    <Box aria-live="polite" sx={{ '& > p': { display: 'flex', alignItems: 'center', gap: 0.75, mt: 0.75, mx: 1.75 } }}>
      {isOn && (
        <Typography variant="caption" component="p">
          <Icon name="arrow-big-up-dash" size="small" />
          Caps Lock is on
        </Typography>
      )}
    </Box>
  )
}
