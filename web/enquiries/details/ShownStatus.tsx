import ButtonBase from '@mui/material/ButtonBase'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'

interface ShownStatusProps {
  status: EnquiryStatus
  /** Leads to the selector among the fields; undefined for people who may not use it. */
  onPressed: (() => void) | undefined
}

/** The status in the heading of the page. It changes in the selector only. */
export function ShownStatus({ status, onPressed }: ShownStatusProps) {
  if (!onPressed) return <StatusChip status={status} />
  return (
    <ButtonBase
      aria-label={`Status: ${statusLabels[status]}`}
      aria-keyshortcuts={shortcuts.editStatus.key}
      onClick={onPressed}
      sx={{ font: 'inherit', borderRadius: 0.75, minHeight: { xs: 44, md: 24 } }}
    >
      <StatusChip status={status} />
    </ButtonBase>
  )
}
