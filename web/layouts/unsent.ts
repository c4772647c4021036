import { countDrafts } from '#web/chat/drafts/drafts.ts'
import { saveDrafts } from '#web/storage/draftKeeper.ts'
import { listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { listKeptMessages } from '#web/storage/keptMessages.ts'

export { bringDraftsBack, putDraftsAway } from '#web/chat/drafts/draftsPutAway.ts'
export { forgetAllOf } from '#web/storage/database.ts'

/** What logging out would discard, in words; nothing when everything has been sent. */
export async function describeUnsent(userId: string) {
  await saveDrafts()
  const [messages, drafts] = await Promise.all([
    listKeptMessages(userId).catch(() => []),
    listKeptDrafts(userId).catch(() => []),
  ])
  const enquiries = drafts.filter(({ subject }) => subject === 'newEnquiry').length
  return [
    counted(messages.length, 'comment that has not been sent', 'comments that have not been sent'),
    counted(countDrafts(userId), 'comment you have begun', 'comments you have begun'),
    counted(enquiries, 'new enquiry you have begun', 'new enquiries you have begun'),
    counted(
      drafts.length - enquiries,
      'change of an enquiry that is not saved',
      'changes of enquiries that are not saved',
    ),
  ].filter((line) => line !== undefined)
}

function counted(count: number, one: string, many: string) {
  return count > 0 ? `${count.toLocaleString()} ${count === 1 ? one : many}` : undefined
}
