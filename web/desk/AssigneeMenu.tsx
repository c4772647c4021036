import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { AppAbility } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { useReportedQuickChange } from '#web/enquiries/useQuickChange.ts'
import { useAppSelector } from '#web/hooks.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { assigneeChoices } from './assigneeChoices.ts'
import { useGetDeskSummaryQuery } from './deskApi.ts'

interface AssigneeMenuProps {
  enquiry: Enquiry
}

/** The assignee, whom people who may answer can change. */
export function AssigneeMenu({ enquiry }: AssigneeMenuProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  return canAnswer ? (
    <Choice enquiry={enquiry} />
  ) : (
    <Box component="span" sx={shownAssignee}>
      <Assignee enquiry={enquiry} />
    </Box>
  )
}

const shownAssignee = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  typography: 'body2',
  minHeight: { xs: 44, md: 32 },
} as const

function Assignee({ enquiry: { assignee } }: AssigneeMenuProps) {
  return (
    <>
      {assignee ? (
        <PersonAvatar name={assignee.name} picture={assignee.profilePic} size="tiny" />
      ) : (
        <Icon name="user-round" size="small" />
      )}
      <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden })}>
        {assignee?.name ?? 'Unassigned'}
      </Box>
    </>
  )
}

function Choice({ enquiry }: AssigneeMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const user = useAppSelector(selectUser)
  const { data: summary } = useGetDeskSummaryQuery()
  const change = useReportedQuickChange()
  const { assignee } = enquiry
  const choose = (assigneeId: string | null) => {
    setAnchor(null)
    if (assigneeId !== (assignee?._id ?? null)) void change(enquiry, { assignee: assigneeId })
  }
  return (
    <>
      <ButtonBase
        aria-label={`Assignee: ${assignee?.name ?? 'Unassigned'}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ...shownAssignee, px: 1, borderRadius: 0.75 }}
      >
        <Assignee enquiry={enquiry} />
        <Icon name="chevron-down" size="small" />
      </ButtonBase>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Person name="Unassigned" isChosen={!assignee} onChosen={() => choose(null)} />
        {assigneeChoices(enquiry, summary).map(({ _id, name }) => (
          <Person
            key={_id}
            name={_id === user?._id ? `${name} (me)` : name}
            isChosen={_id === assignee?._id}
            onChosen={() => choose(_id)}
          />
        ))}
      </Menu>
    </>
  )
}

interface PersonProps {
  name: string
  isChosen: boolean
  onChosen: () => void
}

function Person({ name, isChosen, onChosen }: PersonProps) {
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChosen}>
      {name}
    </MenuItem>
  )
}
