import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import type { Theme } from '@mui/material/styles'

interface SubmitButtonProps extends Pick<ButtonProps, 'size'> {
  label: string
  isPending: boolean
  hasNothingToSend?: boolean
}

/** Submits its form. Uses `aria-disabled` while it cannot, because a disabled button would lose the focus. */
export function SubmitButton({ label, isPending, hasNothingToSend, size }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="contained"
      size={size}
      aria-disabled={isPending || hasNothingToSend || undefined}
      startIcon={isPending && <CircularProgress color="inherit" size="1em" aria-hidden />}
      sx={[{ justifySelf: size === 'large' ? 'stretch' : 'start' }, hasNothingToSend && !isPending ? disabledLook : {}]}
    >
      {label}
    </Button>
  )
}

function disabledLook({ vars }: Theme) {
  const { disabled, disabledBackground } = vars!.palette.action
  const look = { color: disabled, backgroundColor: disabledBackground }
  return { ...look, cursor: 'default', '&:hover': look }
}
