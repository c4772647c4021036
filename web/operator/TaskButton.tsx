import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'

interface TaskButtonProps extends Pick<ButtonProps, 'variant' | 'aria-label'> {
  icon: IconName
  children: string
  /** Its own work is running. */
  isBusy?: boolean
  /** Another task is running. */
  isBlocked?: boolean
  /** The ID of the text that says which. */
  reasonId?: string
  onClick: () => void
}

/** Starts work. Uses `aria-disabled` while it cannot, because a disabled button would lose the focus. */
export function TaskButton({
  icon,
  isBusy = false,
  isBlocked = false,
  reasonId,
  onClick,
  variant = 'outlined',
  ...button
}: TaskButtonProps) {
  const isOff = isBusy || isBlocked
  return (
    <Button
      size="small"
      variant={variant}
      color={variant === 'contained' ? 'primary' : 'inherit'}
      startIcon={
        isBusy ? <CircularProgress color="inherit" size="1em" aria-hidden /> : <Icon name={icon} size="small" />
      }
      aria-disabled={isOff || undefined}
      aria-describedby={isOff ? reasonId : undefined}
      onClick={() => !isOff && onClick()}
      sx={isOff ? { '&, &:hover': offLook[variant] } : undefined}
      {...button}
    />
  )
}

const quiet = { color: 'text.disabled', cursor: 'default' }
const offLook = {
  text: quiet,
  outlined: { ...quiet, borderColor: 'divider', backgroundColor: 'transparent' },
  contained: { ...quiet, backgroundColor: 'action.disabledBackground' },
}
