import type { EnquiryStatus } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'

interface StatusLook {
  color: 'info' | 'primary' | 'secondary' | 'warning' | 'success'
  icon: IconName
}

/** Each status has its own colour and icon, because colour alone is not enough (WCAG 1.4.1). */
export const statusLooks: Record<EnquiryStatus, StatusLook> = {
  open: { color: 'info', icon: 'circle-dot' },
  'in-progress': { color: 'primary', icon: 'loader' },
  inReview: { color: 'secondary', icon: 'scan-eye' },
  onHold: { color: 'warning', icon: 'circle-pause' },
  closed: { color: 'success', icon: 'badge-check' },
}

interface StatusChipProps {
  status: EnquiryStatus
  /** Shows that it opens a menu. */
  hasMenu?: boolean
}

export function StatusChip({ status, hasMenu }: StatusChipProps) {
  const { color, icon } = statusLooks[status]
  return (
    <span className={`status-chip status-${color}`}>
      <Icon name={icon} size="small" />
      {statusLabels[status]}
      {hasMenu && <Icon name="chevron-down" size="small" />}
    </span>
  )
}
