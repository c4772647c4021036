import type { Message, Thread } from '#contract/chat.ts'

/**
 * What was read before and a newer stretch as one. If so much was written in between that they
 * do not meet, the newer stands alone, and what is earlier can be loaded again.
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

/** The thread with an earlier stretch put before it. */
export function withEarlier(known: Thread, earlier: Thread): Thread {
  const first = known.docs[0]?.seq ?? Infinity
  const docs = [...earlier.docs.filter(({ seq }) => seq < first), ...known.docs]
  return { ...known, docs, hasEarlier: earlier.hasEarlier }
}

/** The thread with its writer as `message` has them: they may have another name or picture meanwhile. */
export function withSender(known: Thread, { sender }: Message): Thread {
  return { ...known, docs: known.docs.map((each) => (each.sender._id === sender._id ? { ...each, sender } : each)) }
}

/** The thread with what was just sent, unless others wrote in between: then it has to be fetched with theirs. */
export function withSent(known: Thread, sent: Message): Thread {
  if (sent.seq !== (known.docs.at(-1)?.seq ?? 0) + 1) return known
  return { ...known, docs: [...known.docs, sent], totalDocs: sent.seq }
}
