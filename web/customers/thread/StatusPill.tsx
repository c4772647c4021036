import Box from '@mui/material/Box'
import type { CustomerStatus } from '#contract/customers/thread.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { useTexts } from './threadTexts.ts'

interface StatusLook {
  color: 'info' | 'primary' | 'warning' | 'success'
  icon: IconName
}

/** Each status has its own icon, because colour alone is not enough (WCAG 1.4.1). */
const looks: Record<CustomerStatus, StatusLook> = {
  received: { color: 'info', icon: 'inbox' },
  inProgress: { color: 'primary', icon: 'loader' },
  waiting: { color: 'warning', icon: 'clock' },
  answered: { color: 'success', icon: 'message-circle' },
  closed: { color: 'success', icon: 'badge-check' },
}

interface StatusPillProps {
  status: CustomerStatus
}

/** The status of the enquiry in the customer's words. */
export function StatusPill({ status }: StatusPillProps) {
  const { text } = useTexts()
  const { color, icon } = looks[status]
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1.25,
        py: 0.5,
        borderRadius: 4,
        typography: 'subtitle2',
        color: theme.vars!.palette[color].darker,
        backgroundColor: theme.alpha(theme.vars!.palette[color].main, 0.16),
        ...theme.applyStyles('dark', { color: theme.vars!.palette[color].light }),
      })}
    >
      <Icon name={icon} size="small" />
      {text(`status.${status}`)}
    </Box>
  )
}
