/** Lengths of the enquiry screen, in CSS pixels. */
export const enquirySizes = {
  /** The sticky heading, from lg. */
  header: 104,
  /** The row of tabs, below lg. */
  tabs: 48,
  conversation: 760,
  minConversation: 560,
  details: 320,
  /** Between the two. */
  gap: 24,
} as const
