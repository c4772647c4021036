import { useState } from 'react'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { toastError } from '#web/api/toasts.ts'
import type { Resend } from '#web/chat/thread/ThreadCard.tsx'
import { paths, withReplyBox } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { draftKey, joined, keepDraft, readDraft, withEntries } from './drafts/drafts.ts'
import { ReopenDialog } from './lazyReopenDialog.ts'

/** The statuses that a customer's comment ends. */
const reopened: EnquiryStatus[] = ['closed', 'onHold']

export function wouldReopen(enquiry: Enquiry | undefined) {
  return enquiry !== undefined && reopened.includes(enquiry.enquiryStatus)
}

/** Asks a person who may answer before a failed comment of theirs is sent again and reopens the enquiry. */
export function useResendQuestion(userId: string, enquiry: Enquiry | undefined) {
  const router = useRouter()
  const [asked, setAsked] = useState<Resend>()
  const close = () => setAsked(undefined)
  const replyInstead = async ({ message, moveTo }: Resend) => {
    const to = draftKey(userId, message.enquiry, 'host')
    const there = readDraft(to)
    const both = { text: joined(there.text, message.text), files: withEntries(there.files, message.files) }
    if (!keepDraft(to, both)) {
      toastError('This device has no room to move your comment. Send it here, or copy its text before you leave')
      return
    }
    await moveTo(to)
    void router.push(paths.deskEnquiry(message.enquiry), withReplyBox)
  }
  const choose = (act: (resend: Resend) => void) => () => {
    close()
    if (asked) act(asked)
  }
  return {
    ask: (resend: Resend) => (wouldReopen(enquiry) ? setAsked(resend) : resend.send()),
    dialog: (
      <ReopenDialog
        open={asked !== undefined}
        enquiryId={enquiry?.enquiryId ?? ''}
        isClosed={enquiry?.enquiryStatus === 'closed'}
        onClosed={close}
        onConfirmed={choose(({ send }) => send())}
        onReplied={choose((resend) => void replyInstead(resend))}
      />
    ),
  }
}
