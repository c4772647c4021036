/** Lengths of the thread, in CSS pixels. */
export const threadSizes = {
  /** The estimated height of a message that has not been measured yet. */
  message: 72,
  /** Room above the first message for the button that loads earlier ones. */
  above: 64,
  below: 16,
  bubble: 560,
  /** The picture of a message that has one, and each picture of one that has several. */
  picture: { width: 240, height: 180 },
  pictures: { width: 116, height: 116 },
  /** A file in the box, before it is sent. */
  chosen: { width: 190, picture: 48, maxHeight: '25dvh' },
  /** Between the avatar and the bubble. */
  avatarGap: { xs: 8, sm: 12 },
  minHeight: 160,
  /** The thread follows new messages while it is scrolled to within this distance of its end. */
  nearEnd: 48,
  /** A notice in the card of a thread is usually lower. */
  notice: 120,
  /** Earlier messages are fetched at this distance from the first message. */
  nearStart: 900,
} as const

/** When a screen reader announces new messages, and how long the announcement stays, in milliseconds. */
export const announcement = { delay: 700, duration: 5000 } as const
