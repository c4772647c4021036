import type { ImportField } from '#contract/csv.ts'

export const importFieldLabels: Record<ImportField, string> = {
  enquiryType: 'Type',
  summery: 'Summary',
  description: 'Description',
  comments: 'Comments',
  enquiryStatus: 'Status',
}
