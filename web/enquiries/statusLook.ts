import type { EnquiryStatus } from '#contract/enquiries.ts'
import type { IconName } from '#web/components/icons/iconNames.ts'

interface StatusLook {
  color: 'info' | 'primary' | 'secondary' | 'warning' | 'success'
  icon: IconName
}

/** Each status has a colour and a sign of its own; nothing is told by colour alone. */
export const statusLooks: Record<EnquiryStatus, StatusLook> = {
  open: { color: 'info', icon: 'circle-dot' },
  'in-progress': { color: 'primary', icon: 'loader' },
  inReview: { color: 'secondary', icon: 'scan-eye' },
  onHold: { color: 'warning', icon: 'circle-pause' },
  closed: { color: 'success', icon: 'badge-check' },
}
