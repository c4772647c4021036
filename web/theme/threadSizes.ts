/** Lengths of the thread, in CSS pixels. */
export const threadSizes = {
  /** About as high as most messages are, until they have been measured. */
  message: 72,
  /** Room above the first message for what leads to earlier ones. */
  above: 64,
  below: 16,
  bubble: 560,
  minHeight: 160,
  illustration: 160,
  /** Nearer to its end than this, the thread goes on following what is written. */
  nearEnd: 48,
  /** How much earlier than at its beginning the earlier messages are fetched. */
  nearStart: 900,
} as const

/** When what arrives is read aloud, and how long it can be read, in milliseconds. */
export const announcement = { delay: 700, duration: 5000 } as const
