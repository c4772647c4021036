import type { Failure } from '#web/api/errors.ts'
import { fileForm } from '#web/api/files/fileForm.ts'
import { toFailure } from '#web/api/toFailure.ts'
import type { Delivery } from '#web/chat/outbox/delivery.ts'
import { outcomeOf, timeoutFor } from '#web/chat/outbox/sendMessage.ts'
import { asMessage } from '#web/customers/thread/mergedThread.ts'
import { sendCustomerMessage } from '#web/customers/thread/threadApi.ts'

/** The texts that say why the server will not have a message. */
export type RefusalReason = 'full' | 'refused'

/** Sends the messages of the customer's page with the token of its link. The reasons of its refusals are keys of texts. */
export function customerDelivery(token: string): Delivery {
  return {
    isPossible: () => true,
    watch: () => () => {},
    // The page shows what happens in its own place and language.
    showSent: () => {},
    showFailure: () => {},
    showRefusal: async () => {},
    send: async ({ id, body: { enquiry: key, message } }, files, onUploaded, signal) => {
      if (files === 'unreadable') return { kind: 'postponed', reason: 'unreadable', isServerAway: false }
      if (!files) return { kind: 'refused', reason: 'refused' satisfies RefusalReason }
      const hasFiles = files.length > 0
      try {
        const sent = await sendCustomerMessage(token, {
          body: hasFiles ? fileForm({ message }, 'files', files) : { message },
          headers: { 'Idempotency-Key': id },
          onSent: hasFiles ? onUploaded : undefined,
          timeoutMs: timeoutFor(files),
          signal,
        })
        return { kind: 'sent', message: asMessage(key, sent) }
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped' }
        const failure = toFailure(error)
        return outcomeOf(failure, reasonOf(failure))
      }
    },
  }
}

/** The page has checked each file already, so 413 says that the company has no room left. */
function reasonOf({ status }: Failure): RefusalReason {
  return status === 413 ? 'full' : 'refused'
}
