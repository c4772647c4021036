import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { memo } from 'react'
import { enquiryStatuses, statusLabels, type EnquiryStatus, type EnquirySummary } from '#contract/enquiries.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import type { ListQuery } from './listQuery.ts'

interface StatusTabsProps {
  /** The statuses filtered by. With several, no tab is selected. */
  statuses: EnquiryStatus[] | undefined
  /** Undefined until counted. */
  summary: EnquirySummary | undefined
  onChanged: (changes: Pick<ListQuery, 'enquiryStatus'>) => void
}

const all = 'all'

/** Memoised, because MUI measures the tabs on each render. */
export const StatusTabs = memo(function StatusTabs({ statuses, summary, onChanged }: StatusTabsProps) {
  const [status = all, another] = statuses ?? []
  return (
    <Tabs
      value={another ? false : status}
      onChange={(_event, chosen: EnquiryStatus | typeof all) =>
        onChanged({ enquiryStatus: chosen === all ? undefined : [chosen] })
      }
      variant="scrollable"
      scrollButtons="auto"
      aria-label="Status"
      sx={{ px: 2.5, borderBottom: 1, borderColor: 'divider', isolation: 'isolate' }}
    >
      <Tab value={all} label={<Counted label="All" count={summary?.total} />} />
      {enquiryStatuses.map((value) => (
        <Tab
          key={value}
          value={value}
          label={<Counted label={statusLabels[value]} count={summary?.byStatus[value]} />}
        />
      ))}
    </Tabs>
  )
})

interface CountedProps {
  label: string
  count: number | undefined
}

function Counted({ label, count }: CountedProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {label}{' '}
      <Box
        component="span"
        sx={{
          minWidth: listSizes.target,
          px: 0.75,
          borderRadius: 0.75,
          bgcolor: 'action.selected',
          color: 'text.primary',
          typography: 'caption',
          fontWeight: 700,
        }}
      >
        {count?.toLocaleString() ?? '…'}
      </Box>
    </Box>
  )
}
