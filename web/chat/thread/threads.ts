import type { Message, Thread } from '#contract/chat.ts'

/**
 * Joins the known messages with newer ones. If there is a gap between them, only the newer ones are kept, and earlier
 * ones can be loaded again.
 */
export function withNewest(known: Thread, newest: Thread): Thread {
  const first = newest.docs[0]
  const last = known.docs.at(-1)
  if (!first) return { ...known, totalDocs: newest.totalDocs, seenBy: newest.seenBy }
  if (!last || first.seq > last.seq + 1) return newest
  const earlier = known.docs.filter(({ seq }) => seq < first.seq)
  return {
    ...newest,
    docs: [...earlier, ...newest.docs],
    hasEarlier: earlier.length > 0 ? known.hasEarlier : newest.hasEarlier,
  }
}

/** Adds earlier messages to the start of the thread. */
export function withEarlier(known: Thread, earlier: Thread): Thread {
  const first = known.docs[0]?.seq ?? Infinity
  const docs = [...earlier.docs.filter(({ seq }) => seq < first), ...known.docs]
  return { ...known, docs, hasEarlier: earlier.hasEarlier }
}

/** Replaces messages by the same ones with new URLs. */
export function withRenewed(known: Thread, renewed: Message[]): Thread {
  const bySeq = new Map(renewed.map((message) => [message.seq, message]))
  return { ...known, docs: known.docs.map((each) => bySeq.get(each.seq) ?? each) }
}

/** Updates the sender, whose name or picture may have changed, in all their messages. */
export function withSender(known: Thread, { sender }: Message): Thread {
  return { ...known, docs: known.docs.map((each) => (each.sender._id === sender._id ? { ...each, sender } : each)) }
}

/** Adds the message that was just sent, unless others wrote in between: then the thread must be fetched. */
export function withSent(known: Thread, sent: Message): Thread {
  if (sent.seq !== (known.docs.at(-1)?.seq ?? 0) + 1) return known
  return { ...known, docs: [...known.docs, sent], totalDocs: sent.seq }
}
