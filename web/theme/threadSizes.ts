/** Lengths of the thread, in CSS pixels. */
export const threadSizes = {
  /** The estimated height of a message until it is measured. */
  message: 72,
  /** Room above the first message for the button that loads earlier ones. */
  above: 64,
  below: 16,
  bubble: 560,
  minHeight: 160,
  illustration: 160,
  /** Closer to the end than this, the thread scrolls along with new messages. */
  nearEnd: 48,
  /** How far before its start the thread loads earlier messages. */
  nearStart: 900,
} as const

/** When screen readers announce new messages, and how long the announcement stays, in milliseconds. */
export const announcement = { delay: 700, duration: 5000 } as const
