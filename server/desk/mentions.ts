import { mentionedIn } from '#contract/mentions.ts'
import type { Note } from '#contract/notes.ts'
import type { Tx } from '#server/database/database.ts'
import { answerersOf, lockAbilities } from '#server/enquiries/assignment.ts'
import { markMentioned } from '#server/enquiries/seen/seen.ts'
import type { Actor } from '#server/http/actor.ts'
import { invalid } from '#server/http/errors.ts'
import type { Notifier } from '#server/notifications/notifier.ts'

type Mention = Note['mentions'][number]

/**
 * The people among `ids` whose `@name` the note contains. Throws 400 if one of them cannot read notes, or is not in the
 * actor's company. Locks their roles until the transaction ends.
 */
export async function findMentioned(tx: Tx, { companyId }: Actor, note: string, ids: string[]): Promise<Mention[]> {
  if (ids.length === 0) return []
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const people = await tx<Mention[]>`
    select id as _id, name from app_user where company_id = ${companyId} and id = any(${[...wanted]}::uuid[]) order by id`
  if (people.length < wanted.size) {
    throw invalid({ mentions: 'Someone mentioned is not in your company. Mention agents and owners of your company' })
  }
  const mentioned = mentionedIn(note, people)
  const answerers = answerersOf(
    await lockAbilities(
      tx,
      companyId,
      mentioned.map(({ _id }) => _id),
    ),
  )
  const others = mentioned.filter(({ _id }) => !answerers.has(_id)).map(({ name }) => `@${name}`)
  if (others.length === 0) return mentioned
  throw invalid({ mentions: `Only agents and owners can read notes. Remove ${others.join(', ')} from the note` })
}

type MentioningNote = { noteId: string; enquiryId: string; mentions: Mention[] }

/** Stores who is mentioned and notifies them. They follow the enquiry from now on, and it is unread for them. */
export async function mentionPeople(
  tx: Tx,
  notifier: Notifier,
  actor: Actor,
  { noteId, enquiryId, mentions }: MentioningNote,
) {
  if (mentions.length === 0) return
  const { companyId, userId } = actor
  await tx`
    insert into note_mention ${tx(mentions.map(({ _id, name }) => ({ companyId, noteId, userId: _id, name })))}`
  const userIds = mentions.map(({ _id }) => _id).filter((id) => id !== userId)
  // The lock orders this mark and a concurrent message, which marks the same rows in another order.
  const [thread] = await tx<{ lastMessageSeq: number }[]>`
    select last_message_seq from enquiry where company_id = ${companyId} and id = ${enquiryId} for share`
  await markMentioned(tx, companyId, { enquiryId, lastMessageSeq: thread!.lastMessageSeq, userIds })
  notifier.reportMentions(tx, actor, { enquiryId, noteId, userIds })
}
