/** Lengths of the desk, in CSS pixels. */
export const deskSizes = {
  queue: { lg: 288, xl: 340 },
  details: { lg: 264, xl: 340 },
  cannedResponses: 320,
  minHeight: 160,
} as const
