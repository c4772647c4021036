/** Lengths of the enquiry screen, in CSS pixels. */
export const enquirySizes = {
  /** The sticky heading, from lg. */
  header: 104,
  conversation: 760,
  details: 320,
} as const
