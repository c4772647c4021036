/** Types of enquiries that are usual in an industry. The first entry suits every company. */
export const suggestedTypes = {
  General: ['Question', 'Problem', 'Request', 'Complaint', 'Feedback'],
  'Software and IT': ['Bug', 'Feature request', 'Access', 'Outage', 'Question'],
  'Shops and e-commerce': ['Order', 'Delivery', 'Return', 'Refund', 'Product question'],
  'Logistics and transport': ['Delay', 'Damaged goods', 'Lost item', 'Tracking', 'Claim'],
  'Property and facilities': ['Repair', 'Cleaning', 'Heating and water', 'Keys and access', 'Rent and billing'],
  Manufacturing: ['Quality', 'Spare parts', 'Maintenance', 'Order', 'Safety'],
  'Health and care': ['Appointment', 'Prescription', 'Records', 'Billing', 'Complaint'],
  Education: ['Admission', 'Timetable', 'Grades', 'Fees', 'IT help'],
} as const

export type Industry = keyof typeof suggestedTypes
