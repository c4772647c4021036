import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type MouseEvent } from 'react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { DeskSummary } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { reported } from '#web/api/reporting.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { useQuickChange } from '#web/enquiries/useQuickChange.ts'
import { useAppSelector } from '#web/hooks.ts'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { assigneeChoices } from './assigneeChoices.ts'
import { useGetDeskSummaryQuery } from './deskApi.ts'

interface AssigneeMenuProps {
  enquiry: Enquiry
}

/** Shows the assignee. People who may answer can choose another one. */
export function AssigneeMenu({ enquiry }: AssigneeMenuProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  return canAnswer ? (
    <Choice enquiry={enquiry} />
  ) : (
    <Box component="span" sx={shownAssignee}>
      <Box component="span" sx={visuallyHidden}>
        {'Assignee: '}
      </Box>
      <Assignee enquiry={enquiry} />
    </Box>
  )
}

const shownAssignee = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  typography: 'body2',
  minWidth: 0,
  minHeight: { xs: 44, md: 32 },
} as const

const shortName = {
  maxWidth: enquirySizes.maxAssigneeName,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

function Assignee({ enquiry: { assignee } }: AssigneeMenuProps) {
  return (
    <>
      {assignee ? (
        <PersonAvatar name={assignee.name} picture={assignee.profilePic} size="tiny" />
      ) : (
        <Icon name="user-round" size="small" />
      )}
      <Box
        component="span"
        title={assignee?.name}
        sx={(theme) => ({ ...shortName, [theme.breakpoints.down('sm')]: visuallyHidden })}
      >
        {assignee?.name ?? 'Unassigned'}
      </Box>
    </>
  )
}

const unassigned = { _id: null, name: 'Unassigned' }

function Choice({ enquiry }: AssigneeMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const user = useAppSelector(selectUser)
  const { data: summary, isFetching, refetch } = useGetDeskSummaryQuery()
  const change = useQuickChange()
  const assignee = enquiry.assignee ?? unassigned
  const choices = [unassigned, ...assigneeChoices(enquiry, summary)]
  const choose = (assigneeId: string | null) => {
    setAnchor(null)
    if (assigneeId !== assignee._id) void change(enquiry, { assignee: assigneeId })
  }
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The item disappears when the people are loaded; the focus stays in the menu.
    currentTarget.parentElement?.focus()
    void reported(refetch())
  }
  return (
    <>
      <ButtonBase
        aria-label={`Assignee: ${assignee.name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ...shownAssignee, px: 1, borderRadius: 0.75 }}
      >
        <Assignee enquiry={enquiry} />
        <Icon name="chevron-down" size="small" />
      </ButtonBase>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'Assignee' } }}
      >
        {choices.map(({ _id, name }) => (
          <MenuItem
            key={_id}
            role="menuitemradio"
            aria-checked={_id === assignee._id}
            selected={_id === assignee._id}
            onClick={() => choose(_id)}
          >
            {name}
            {suffixOf(_id, summary, user?._id)}
          </MenuItem>
        ))}
        {!summary && (
          <MenuItem disabled={isFetching} onClick={retry}>
            {isFetching ? 'Loading…' : 'Could not be loaded. Try again'}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

function suffixOf(id: string | null, summary: DeskSummary | undefined, ownId: string | undefined) {
  if (!id || !summary) return ''
  if (id === ownId) return ' (me)'
  return summary.assignees.some(({ _id, canAnswer }) => _id === id && canAnswer) ? '' : ' (cannot reply)'
}
