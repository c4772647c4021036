import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { User } from '#contract/accounts.ts'
import type { DeskSummary } from '#contract/desk.ts'
import { enquiryStatuses, type Enquiry, type EnquiryStatus } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import type { QuickChanges } from '#web/enquiries/useQuickChange.ts'
import { useReportedQuickChange } from '#web/enquiries/useReportedQuickChange.ts'
import { assigneeChoices } from './assigneeChoices.ts'

interface HandlingProps {
  enquiry: Enquiry
  user: User
  summary: DeskSummary | undefined
}

const unassigned = 'unassigned'

export function Handling({ enquiry, user, summary }: HandlingProps) {
  const { enquiryStatus, assignee } = enquiry
  const change = useReportedQuickChange()
  const handle = (changes: QuickChanges) => void change(enquiry, changes)
  const isMine = assignee?._id === user._id
  const takeOver = () => handle({ assignee: user._id })
  useShortcut('takeOver', takeOver, !isMine)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        select
        size="small"
        id={useId()}
        label="Status"
        value={enquiryStatus}
        onChange={({ target }) => handle({ enquiryStatus: target.value as EnquiryStatus })}
      >
        {enquiryStatuses.map((status) => (
          <MenuItem key={status} value={status}>
            <StatusChip status={status} />
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        id={useId()}
        label="Assignee"
        value={assignee?._id ?? unassigned}
        onChange={({ target }) => handle({ assignee: target.value === unassigned ? null : target.value })}
      >
        <MenuItem value={unassigned}>Unassigned</MenuItem>
        {assigneeChoices(enquiry, summary).map(({ _id, name }) => (
          <MenuItem key={_id} value={_id}>
            {name}
            {_id === user._id ? ' (me)' : summary && !canReply(summary, _id) ? ' (cannot reply)' : ''}
          </MenuItem>
        ))}
      </TextField>
      {!isMine && (
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          startIcon={<Icon name="user-round-check" />}
          aria-keyshortcuts={shortcuts.takeOver.key}
          onClick={takeOver}
        >
          Assign to me
        </Button>
      )}
    </Box>
  )
}

function canReply({ assignees }: DeskSummary, userId: string) {
  return assignees.some(({ _id, canAnswer }) => _id === userId && canAnswer)
}
