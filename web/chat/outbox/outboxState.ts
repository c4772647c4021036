import type { Message } from '#contract/chat.ts'
import type { KeptMessage } from '#web/storage/database.ts'

/** One person's outbox as the tabs show it. */
export interface OutboxState {
  /** Whether the messages on this device have been read. */
  isReady: boolean
  /** The messages of all threads that the server does not have yet, oldest first. */
  messages: KeptMessage[]
  /** The id of the message that a tab is sending. */
  sendingId?: string
  /** The part of it that has been uploaded, 0 to 1; undefined if it has no files. */
  uploaded?: number
  /** Messages that the server has accepted. They stay on the screen until their thread has been fetched again. */
  sent: SentMessage[]
  /** Why the messages are waiting. */
  problem?: string
}

export interface SentMessage {
  kept: KeptMessage
  message: Message
  /** The message of the response. */
  said?: string
}

export interface Refusal {
  kept: KeptMessage
  reason: string
  /** The message of the response. */
  said?: string
}

/**
 * An event that the sending tab reports to all tabs. An older version of the page may be open in another tab, so change these
 * shapes only by adding to them.
 */
export type SharedEvent =
  | { kind: 'sending'; id: string | undefined; uploaded?: number }
  | ({ kind: 'sent' } & SentMessage)
  | ({ kind: 'refused' } & Refusal)
  /** `pause` is the time until the next attempt, in milliseconds. */
  | { kind: 'postponed'; id: string; reason: string; pause: number; isServerAway: boolean }

export type OutboxEvent = SharedEvent | { kind: 'loaded'; messages: KeptMessage[] }

export const emptyOutbox: OutboxState = { isReady: false, messages: [], sent: [] }

const maxSent = 100

export function reduceOutbox(state: OutboxState, event: OutboxEvent): OutboxState {
  switch (event.kind) {
    case 'loaded': {
      const { messages } = event
      return { ...state, isReady: true, messages, problem: messages.length > 0 ? state.problem : undefined }
    }
    case 'sending':
      return { ...state, sendingId: event.id, uploaded: event.uploaded }
    case 'sent': {
      const { kept, message } = event
      return { ...state, sent: [...state.sent, { kept, message }].slice(-maxSent), problem: undefined }
    }
    case 'refused':
      // The reason comes with the messages when they are loaded next.
      return state
    case 'postponed':
      return { ...state, problem: event.reason }
  }
}

/** The oldest message that may be sent now. A refused message holds up the later ones of its thread. */
export function nextToSend(messages: KeptMessage[], postponedThreads: ReadonlySet<string>) {
  const heldUp = new Set(postponedThreads)
  return messages.find(({ body: { enquiry }, refusal }) => {
    if (refusal !== undefined) heldUp.add(enquiry)
    return !heldUp.has(enquiry)
  })
}
