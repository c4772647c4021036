import Alert, { type AlertProps } from '@mui/material/Alert'

interface PageAlertProps extends Pick<AlertProps, 'severity' | 'icon' | 'children'> {
  /** Screen readers announce it at the next pause: nothing is lost. */
  isPolite?: boolean
}

/** An alert whose icon is at the start of the line in every language: MUI knows left and right only. */
export function PageAlert({ isPolite = false, ...props }: PageAlertProps) {
  const role = isPolite ? { role: 'status' } : {}
  return (
    <Alert {...props} {...role} sx={{ '& .MuiAlert-icon': { marginLeft: 0, marginRight: 0, marginInlineEnd: 1.5 } }} />
  )
}
