import type { Message, Thread } from '#contract/chat.ts'
import type { CustomerMessage, CustomerThread } from '#contract/customers/thread.ts'

/** The thread of the page with the newest messages. */
export function withNewest(known: CustomerThread | undefined, newest: CustomerThread): CustomerThread {
  const lastKnown = known?.messages.at(-1)?.seq ?? 0
  const first = newest.messages[0]?.seq ?? 1
  // More has been written than one response contains: the rest is fetched as earlier messages.
  if (!known || first > lastKnown + 1) return newest
  const isWhole = first <= (known.messages[0]?.seq ?? 1)
  return { ...newest, ...joined(known, newest), hasEarlier: isWhole ? newest.hasEarlier : known.hasEarlier }
}

/** The thread of the page with the messages before its first one, or with new addresses of its files. */
export function withEarlier(known: CustomerThread, earlier: CustomerThread): CustomerThread {
  const isFurther = (earlier.messages[0]?.seq ?? 1) <= (known.messages[0]?.seq ?? 1)
  return { ...earlier, ...joined(known, earlier), hasEarlier: isFurther ? earlier.hasEarlier : known.hasEarlier }
}

function joined(known: CustomerThread, fetched: CustomerThread) {
  const bySeq = new Map([...known.messages, ...fetched.messages].map((message) => [message.seq, message]))
  return { messages: [...bySeq.values()].toSorted((one, other) => one.seq - other.seq) }
}

/** The thread as the outbox and the box know one. Nobody has an id here. */
export function asThread({ key, messages, hasEarlier }: CustomerThread): Thread {
  return {
    docs: messages.map((message) => asMessage(key, message)),
    totalDocs: messages.at(-1)?.seq ?? 0,
    hasEarlier,
    hasLater: false,
    seenBy: { customer: 0, host: 0 },
  }
}

export function asMessage(key: string, { name, isOwn, ...message }: CustomerMessage): Message {
  const sender = { _id: isOwn ? 'customer' : name, name, kind: 'contact' as const, profilePic: null }
  return { ...message, email: undefined, _id: `${key}:${message.seq}`, enquiry: key, sender }
}
