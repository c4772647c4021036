import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import type { AppAbility } from '#contract/accounts.ts'
import { type EnquiryStatus, enquiryStatuses } from '#contract/enquiries.ts'
import { isFailure } from '#web/api/errors.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { Wanted } from '#web/enquiries/csv/fetchExport.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { filterOf, type ListQuery, askedFilter } from '#web/enquiries/filters/listQuery.ts'
import { totalOf } from '#web/enquiries/list/ListPaging.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { layers } from '#web/theme/sizes.ts'
import { useChangeManyMutation, useListAnswerersQuery } from './jobApi.ts'
import type { Selection } from './useSelection.ts'

interface SelectedActionsProps {
  open: boolean
  query: ListQuery
  page: PageOfEnquiries | undefined
  selection: Selection
  canChange: boolean
  onExported: (wanted: Wanted) => void
}

export function SelectedActions({ open, query, page, selection, canChange, onExported }: SelectedActionsProps) {
  const { isOrdering, change } = useChangeMany(query, selection)
  const { isAll, ids } = selection
  const { sort } = query
  if (!open) return null
  return (
    <BulkBar
      selection={selection}
      page={page}
      canChange={canChange}
      isOrdering={isOrdering}
      onChosen={change}
      onExported={() => onExported(isAll ? { filter: filterOf(query), sort } : { ids: [...ids], sort })}
    />
  )
}

/** What becomes of them: a status, or whoever answers them; null is nobody. */
export type WantedChange = { enquiryStatus: EnquiryStatus } | { assignee: string | null }

/** Orders the change of all that is selected. What comes of it, the jobs tell. */
function useChangeMany(query: ListQuery, selection: Selection) {
  const [changeMany, { isLoading }] = useChangeManyMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const change = async (wanted: WantedChange) => {
    const { isAll, ids, clear } = selection
    const meant = isAll ? { filter: askedFilter(filterOf(query)) } : { ids: [...ids] }
    const body = { ...meant, ...wanted }
    const { error } = await changeMany({ body, idempotencyKey: keyFor(body) })
    if (error) return
    forget()
    clear()
  }
  return { isOrdering: isLoading, change: (wanted: WantedChange) => void change(wanted) }
}

interface BulkBarProps {
  selection: Selection
  page: PageOfEnquiries | undefined
  canChange: boolean
  isOrdering: boolean
  onChosen: (wanted: WantedChange) => void
  onExported: () => void
}

/** What can be done with all that is selected. It floats at the foot of the list. */
function BulkBar({ selection, page, canChange, isOrdering, onChosen, onExported }: BulkBarProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const total = page ? totalOf(page) : ''
  const count = selection.isAll ? total : selection.ids.size.toLocaleString()
  const canSelectAll = page !== undefined && !selection.isAll && page.totalDocs > selection.ids.size
  return (
    <Card
      component="section"
      aria-label="Selected enquiries"
      sx={(theme) => ({
        position: 'sticky',
        bottom: theme.spacing(2),
        zIndex: layers.floating,
        mt: 2,
        mx: 'auto',
        width: 'fit-content',
        maxWidth: 1,
        border: `1px solid ${theme.vars!.palette.control}`,
        boxShadow: theme.vars!.customShadows.dropdown,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 2, py: 1 }}>
        <Typography variant="subtitle2" component="output" sx={{ marginInlineEnd: 1 }}>
          {isOrdering ? `Noting down ${count}…` : `${count} selected`}
        </Typography>
        {canSelectAll && <Button onClick={selection.selectAll}>{`Select all ${total}`}</Button>}
        {canChange && <StatusButton count={count} disabled={isOrdering} onChosen={onChosen} />}
        {canAnswer && <AssignButton count={count} disabled={isOrdering} onChosen={onChosen} />}
        <Button color="inherit" startIcon={<Icon name="file-down" />} onClick={onExported}>
          Export
        </Button>
        <IconButton aria-label="Clear the selection" title="Clear the selection" onClick={selection.clear}>
          <Icon name="x" />
        </IconButton>
      </Box>
      {isOrdering && <LinearProgress aria-label={`Noting down ${count} to be changed`} />}
    </Card>
  )
}

interface StatusButtonProps {
  count: string
  disabled: boolean
  onChosen: (wanted: WantedChange) => void
}

function StatusButton({ count, disabled, onChosen }: StatusButtonProps) {
  return (
    <MenuButton label="Change status" variant="contained" heading={`${count} become`} disabled={disabled}>
      {(close) =>
        enquiryStatuses.map((enquiryStatus) => (
          <MenuItem key={enquiryStatus} onClick={() => close(() => onChosen({ enquiryStatus }))}>
            <StatusChip status={enquiryStatus} />
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}

interface AssignButtonProps {
  count: string
  disabled: boolean
  onChosen: (wanted: WantedChange) => void
}

/** Says who answers them from now on: somebody who may, or nobody. */
function AssignButton({ count, disabled, onChosen }: AssignButtonProps) {
  const { data: people, error } = useListAnswerersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <MenuButton label="Assign" heading={`${count} are answered by`} disabled={disabled}>
      {(close) => [
        ...(people ?? []).map(({ _id, name }) => (
          <MenuItem key={_id} onClick={() => close(() => onChosen({ assignee: _id }))}>
            {name}
          </MenuItem>
        )),
        !people && (
          <MenuItem key="none" disabled>
            {isFailure(error) ? error.message : 'Loading…'}
          </MenuItem>
        ),
        <Divider key="divider" />,
        <MenuItem key="nobody" onClick={() => close(() => onChosen({ assignee: null }))}>
          Nobody
        </MenuItem>,
      ]}
    </MenuButton>
  )
}

interface MenuButtonProps {
  label: string
  variant?: 'contained' | 'outlined'
  heading: string
  disabled: boolean
  /** The choices; `close` closes the menu and then does what was chosen. */
  children: (close: (chosen: () => void) => void) => ReactNode
}

function MenuButton({ label, variant = 'outlined', heading, disabled, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = (chosen: () => void) => {
    setAnchor(null)
    chosen()
  }
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <ListSubheader role="presentation">{heading}</ListSubheader>
        {children(close)}
      </Menu>
    </>
  )
}
