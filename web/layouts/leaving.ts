import { logOut } from '#web/accounts/sessions/logOut.ts'
import { countDrafts } from '#web/chat/drafts/drafts.ts'
import { putDraftsAway } from '#web/chat/drafts/draftsPutAway.ts'
import { forgetAllOf } from '#web/storage/database.ts'
import { saveDrafts } from '#web/storage/draftKeeper.ts'
import { listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { filesWritten } from '#web/storage/keptFiles.ts'
import { listKeptMessages } from '#web/storage/keptMessages.ts'

/** Lists what logging out would discard. Empty if everything has been sent. */
export async function describeUnsent(userId: string) {
  await Promise.all([saveDrafts(), filesWritten()])
  const [messages, drafts] = await Promise.all([
    listKeptMessages(userId).catch(() => []),
    listKeptDrafts(userId).catch(() => []),
  ])
  const enquiries = drafts.filter(({ subject }) => subject === 'newEnquiry').length
  return [
    counted(messages.length, 'comment that has not been sent', 'comments that have not been sent'),
    counted(countDrafts(userId), 'comment you have started', 'comments you have started'),
    counted(enquiries, 'new enquiry you have started', 'new enquiries you have started'),
    counted(drafts.length - enquiries, 'unsaved change to an enquiry', 'unsaved changes to enquiries'),
  ].filter((line) => line !== undefined)
}

function counted(count: number, one: string, many: string) {
  return count > 0 ? `${count.toLocaleString()} ${count === 1 ? one : many}` : undefined
}

/** Logs out and removes everything of this person from the device, but nothing of other people. */
export async function logOutAndDiscard(userId: string) {
  await putDraftsAway(userId).catch((error) => console.error('The drafts of other people are not kept', error))
  await logOut()
  // Not earlier: closing their forms makes drafts write down what was typed last.
  await forgetAllOf(userId).catch((error) => console.error('What this device keeps was not removed', error))
}
