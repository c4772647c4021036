export const enquiryStatuses = ['open', 'in-progress', 'inReview', 'onHold', 'closed'] as const

export const statusLabels: Record<(typeof enquiryStatuses)[number], string> = {
  open: 'Open',
  'in-progress': 'In progress',
  inReview: 'In review',
  onHold: 'On hold',
  closed: 'Closed',
}

export const enquirySorts = ['enquiryId', 'enquiryType', 'summery', 'enquiryStatus', 'createdAt', 'updatedAt'] as const
export type EnquirySort = (typeof enquirySorts)[number]
