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
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { Wanted } from '#web/enquiries/csv/fetchExport.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { filterOf, type ListQuery, toFilterParams } from '#web/enquiries/filters/listQuery.ts'
import { totalOf } from '#web/enquiries/list/ListPaging.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { useChangeManyMutation, useListAssignableQuery } from './jobApi.ts'
import type { Selection } from './useSelection.ts'
import { floatingLook } from './WorkNotice.tsx'

export interface SelectedActionsProps {
  query: ListQuery
  page: PageOfEnquiries | undefined
  selection: Selection
  canChange: boolean
  onExported: (wanted: Wanted) => void
}

export function SelectedActions({ query, page, selection, canChange, onExported }: SelectedActionsProps) {
  const { isStarting, change } = useChangeMany(query, selection)
  const { isAll, ids } = selection
  const { sort } = query
  return (
    <BulkBar
      selection={selection}
      page={page}
      canChange={canChange}
      isStarting={isStarting}
      onChosen={change}
      onExported={() => onExported(isAll ? { filter: filterOf(query), sort } : { ids: [...ids], sort })}
    />
  )
}

/** The new status or assignee; null means unassigned. */
export type WantedChange = { enquiryStatus: EnquiryStatus } | { assignee: string | null }

/** Starts a bulk change of the selected enquiries. The notice above the bar shows its progress. */
function useChangeMany(query: ListQuery, selection: Selection) {
  const [changeMany, { isLoading }] = useChangeManyMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const change = async (wanted: WantedChange) => {
    const { isAll, ids, clear } = selection
    const target = isAll ? { filter: toFilterParams(filterOf(query)) } : { ids: [...ids] }
    const body = { ...target, ...wanted }
    const { error } = await changeMany({ body, idempotencyKey: keyFor(body) })
    if (error) return
    forget()
    clear()
  }
  return { isStarting: isLoading, change: (wanted: WantedChange) => void change(wanted) }
}

interface BulkBarProps {
  selection: Selection
  page: PageOfEnquiries | undefined
  canChange: boolean
  isStarting: boolean
  onChosen: (wanted: WantedChange) => void
  onExported: () => void
}

/** Actions for the selected enquiries. */
function BulkBar({ selection, page, canChange, isStarting, onChosen, onExported }: BulkBarProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const total = page ? totalOf(page) : ''
  const count = selection.isAll ? total : selection.ids.size.toLocaleString()
  const canSelectAll = page !== undefined && !selection.isAll && page.totalDocs > selection.ids.size
  return (
    <Card component="section" aria-label="Selected enquiries" sx={floatingLook}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 2, py: 1 }}>
        <Typography variant="subtitle2" component="output" sx={{ marginInlineEnd: 1 }}>
          {isStarting ? `Starting with ${count}…` : `${count} selected`}
        </Typography>
        {canSelectAll && <Button onClick={selection.selectAll}>{`Select all ${total}`}</Button>}
        {canChange && <StatusButton count={count} disabled={isStarting} onChosen={onChosen} />}
        {canAnswer && <AssignButton count={count} disabled={isStarting} onChosen={onChosen} />}
        <Button color="inherit" startIcon={<Icon name="file-down" />} onClick={onExported}>
          Export
        </Button>
        <IconButton aria-label="Clear the selection" title="Clear the selection" onClick={selection.clear}>
          <Icon name="x" />
        </IconButton>
      </Box>
      {isStarting && <LinearProgress aria-label={`Starting to change ${count}`} />}
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
    <MenuButton label="Change status" variant="contained" heading={`Set ${count} to`} disabled={disabled}>
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

/** Assigns the enquiries to a person who may answer, or unassigns them. */
function AssignButton({ count, disabled, onChosen }: AssignButtonProps) {
  const { data: people, error } = useListAssignableQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <MenuButton label="Assign" heading={`Assign ${count} to`} disabled={disabled}>
      {(close) => [
        ...(people ?? []).map(({ _id, name }) => (
          <MenuItem key={_id} onClick={() => close(() => onChosen({ assignee: _id }))}>
            {name}
          </MenuItem>
        )),
        !people && (
          <MenuItem key="none" disabled>
            {error ? 'The people could not be loaded' : 'Loading…'}
          </MenuItem>
        ),
        <Divider key="divider" />,
        <MenuItem key="unassigned" onClick={() => close(() => onChosen({ assignee: null }))}>
          Unassigned
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
  /** The menu items; `close` closes the menu and then calls back. */
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
