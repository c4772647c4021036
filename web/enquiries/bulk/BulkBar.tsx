import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { AppAbility } from '#contract/accounts.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { EnquiryPage } from '#web/enquiries/enquiryApi.ts'
import { totalOf } from '#web/enquiries/list/ListPaging.tsx'
import { layers } from '#web/theme/sizes.ts'
import { AssignButton } from './AssignButton.tsx'
import { StatusButton } from './StatusButton.tsx'
import type { WantedChange } from './useChangeMany.ts'
import type { Selection } from './useSelection.ts'

interface BulkBarProps {
  selection: Selection
  page: EnquiryPage | undefined
  canChange: boolean
  isOrdering: boolean
  onChosen: (wanted: WantedChange) => void
  onExported: () => void
}

/** What can be done with all that is selected. It floats at the foot of the list. */
export function BulkBar({ selection, page, canChange, isOrdering, onChosen, onExported }: BulkBarProps) {
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
