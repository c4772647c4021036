import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { ChangeNotificationChoices, NotificationChoices, NotificationKind } from '#contract/notifications.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { pageSettings } from '#web/components/pageSettings.ts'
import { switchNotifications, useNotificationState } from '#web/enquiries/seen/notifications.ts'
import { paths } from '#web/navigation/paths.ts'
import { useChangeNotificationChoicesMutation, useGetNotificationChoicesQuery } from './notificationApi.ts'

interface NotificationChoicesDialogProps {
  open: boolean
  onClosed: () => void
}

/** Lets a person choose which events to be notified of, and how. */
export function NotificationChoicesDialog({ open, onClosed }: NotificationChoicesDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClosed} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle sx={{ display: 'flex', alignItems: 'center', pb: 1 }}>
        <Box component="span" id={titleId} sx={{ flexGrow: 1 }}>
          Notification settings
        </Box>
        <IconButton aria-label="Close" edge="end" onClick={onClosed}>
          <Icon name="x" />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Choices onLeft={onClosed} />
        <BrowserChoice />
      </DialogContent>
    </Dialog>
  )
}

interface ChoicesProps {
  onLeft: () => void
}

function Choices({ onLeft }: ChoicesProps) {
  const {
    data: choices,
    error,
    refetch,
  } = useGetNotificationChoicesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [change] = useChangeNotificationChoicesMutation()
  if (!choices && error) return <RetryAlert message="Could not be loaded" onRetry={refetch} />
  if (!choices) return <Skeleton variant="rounded" height={160} />
  return (
    <Box>
      <ChoicesTable choices={choices} onChanged={(changed) => void change(changed)} />
      {!pageSettings.sendsMail && <WithoutMail onLeft={onLeft} />}
    </Box>
  )
}

const rows: { kind: NotificationKind; label: string; explanation: string }[] = [
  { kind: 'mention', label: 'Mentions', explanation: 'A colleague writes your @name in a note' },
  { kind: 'assignment', label: 'Assignments', explanation: 'Someone assigns an enquiry to you' },
  { kind: 'reply', label: 'Replies', explanation: 'Someone replies in an enquiry that you follow' },
]

const ways = [
  { way: 'inbox', label: 'In the product' },
  { way: 'mail', label: 'By email' },
] as const

interface ChoicesTableProps {
  choices: NotificationChoices
  onChanged: (change: ChangeNotificationChoices) => void
}

function ChoicesTable({ choices, onChanged }: ChoicesTableProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const shown = rows.filter(({ kind }) => canAnswer || kind === 'reply')
  return (
    <Box component="table" sx={{ width: 1, borderCollapse: 'collapse' }}>
      <thead>
        <tr>
          <Heading scope="col">Notify me of</Heading>
          {ways.map(({ way, label }) => (
            <Heading key={way} scope="col" isCentred>
              {label}
            </Heading>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ kind, label, explanation }) => (
          <Box component="tr" key={kind} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <Box component="th" scope="row" sx={{ textAlign: 'start', py: 1, pr: 1 }}>
              <Typography variant="subtitle2" component="div">
                {label}
              </Typography>
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                {explanation}
              </Typography>
            </Box>
            {ways.map(({ way, label: wayLabel }) => (
              <Choice
                key={way}
                label={`${label}: ${wayLabel.toLowerCase()}`}
                isChosen={choices[kind][way]}
                isAvailable={way !== 'mail' || pageSettings.sendsMail}
                onChanged={(isChosen) => onChanged({ [kind]: { [way]: isChosen } })}
              />
            ))}
          </Box>
        ))}
      </tbody>
    </Box>
  )
}

interface ChoiceProps {
  label: string
  isChosen: boolean
  isAvailable: boolean
  onChanged: (isChosen: boolean) => void
}

function Choice({ label, isChosen, isAvailable, onChanged }: ChoiceProps) {
  return (
    <Box component="td" sx={{ textAlign: 'center', p: 0 }}>
      <Checkbox
        checked={isChosen && isAvailable}
        disabled={!isAvailable}
        onChange={(_event, next) => onChanged(next)}
        slotProps={{ input: { 'aria-label': label } }}
      />
    </Box>
  )
}

interface HeadingProps {
  scope: 'col'
  isCentred?: boolean
  children: string
}

function Heading({ scope, isCentred, children }: HeadingProps) {
  return (
    <Typography
      component="th"
      scope={scope}
      variant="caption"
      sx={{ textAlign: isCentred ? 'center' : 'start', py: 1, px: isCentred ? 1 : 0, color: 'text.secondary' }}
    >
      {children}
    </Typography>
  )
}

interface WithoutMailProps {
  onLeft: () => void
}

function WithoutMail({ onLeft }: WithoutMailProps) {
  const isOwner = useAbility<AppAbility>().can('update', 'company')
  return (
    <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
      This server does not send email yet.{' '}
      {isOwner ? (
        <Link component={RouterLink} to={paths.profilePart('mail')} onClick={onLeft} underline="always">
          Set up email
        </Link>
      ) : (
        'An owner can set it up.'
      )}
    </Typography>
  )
}

/** The notifications of the browser are a choice for this browser only, so the server does not know it. */
function BrowserChoice() {
  const state = useNotificationState()
  if (state === 'unknown') return null
  return (
    <Box sx={{ pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle2" component="h3">
        In this browser
      </Typography>
      <FormControlLabel
        control={
          <Switch
            checked={state === 'on'}
            disabled={state === 'blocked'}
            onChange={(_event, isOn) => void switchNotifications(isOn)}
          />
        }
        label="New comments, while you look elsewhere"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {state === 'blocked' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          This browser blocks notifications from this site.
        </Typography>
      )}
    </Box>
  )
}
