/** Lengths of the enquiry screen, in CSS pixels. */
export const enquirySizes = {
  /** The sticky heading, from lg. */
  header: 104,
  /** A longer name of an assignee ends in an ellipsis. */
  maxAssigneeName: 160,
  /** The row of tabs, below lg. */
  tabs: 48,
  conversation: 760,
  minConversation: 560,
  details: 320,
  /** With this room beside the sidebar, what is around the enquiry has a column of its own. */
  threeColumnsFrom: 1580,
  /** Between the conversation and the details. */
  gap: 24,
  /** Details without a conversation beside them. Their lines have at most 80 characters. */
  detailsAlone: 680,
  /** The form of a new enquiry with its documents beside the texts, whose lines have at most 80 characters. */
  form: 1088,
} as const
