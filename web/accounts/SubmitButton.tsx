import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import type { Theme } from '@mui/material/styles'

interface SubmitButtonProps extends Pick<ButtonProps, 'size'> {
  label: string
  isPending: boolean
  /** Nothing to send yet. */
  hasNothing?: boolean
}

/** Sends its form. While it cannot, it says so and keeps the focus, which a disabled button would lose. */
export function SubmitButton({ label, isPending, hasNothing, size }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="contained"
      size={size}
      aria-disabled={isPending || hasNothing || undefined}
      startIcon={isPending && <CircularProgress color="inherit" size="1em" aria-hidden />}
      sx={[{ justifySelf: size === 'large' ? 'stretch' : 'start' }, hasNothing && !isPending ? idle : {}]}
    >
      {label}
    </Button>
  )
}

function idle({ vars }: Theme) {
  const { disabled, disabledBackground } = vars!.palette.action
  const look = { color: disabled, backgroundColor: disabledBackground }
  return { ...look, cursor: 'default', '&:hover': look }
}
