import type { EnquirySort } from '#contract/enquiries.ts'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { listSizes } from '#web/theme/listSizes.ts'

interface EnquiryColumn {
  label: string
  sort?: EnquirySort
  /** Stands for the label where that would be wider than what is below it. */
  icon?: IconName
  isNumber?: boolean
  isHidden?: boolean
  /** A column without a width takes what the others leave. */
  width?: (typeof listSizes.columns)[keyof typeof listSizes.columns]
}

const { columns } = listSizes

export const enquiryColumns: EnquiryColumn[] = [
  { label: 'Enquiry ID', sort: 'enquiryId', width: columns.id },
  { label: 'Type', sort: 'enquiryType', width: columns.type },
  { label: 'Summary', sort: 'summery' },
  { label: 'Raised by', width: columns.person },
  { label: 'Status', sort: 'enquiryStatus', width: columns.status },
  { label: 'Documents', icon: 'paperclip', isNumber: true, width: columns.count },
  { label: 'Messages', icon: 'message-circle', isNumber: true, width: columns.count },
  { label: 'Updated', sort: 'updatedAt', width: columns.moment },
  { label: 'Actions', isHidden: true, width: columns.actions },
]
