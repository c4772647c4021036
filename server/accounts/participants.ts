import type { Participant, ParticipantKind } from '#contract/accounts.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Query } from '#server/database/sql.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { Author } from '#server/http/actor.ts'

/** A user or a contact, as SQL builds it as JSON. Only contacts have an address here. */
export type ParticipantRow = {
  id: string
  kind: ParticipantKind
  name: string
  picture: string | null
  email: string | null
}

/**
 * Joins the participant with this id as `p`. A lateral join looks up each one: a generic plan would join all rows with all
 * people and contacts. Every row has one, except the empty row of a search that finds nothing.
 */
export function joinParticipant(db: Queryable, companyId: Query<unknown>, id: Query<unknown>) {
  return db`
    left join lateral (
      select shown_id, kind, name, picture_sha256, email from participant_profile
      where company_id = ${companyId} and id = ${id} limit 1
    ) p on true`
}

/** A ParticipantRow, from the alias `p` of `joinParticipant`. A merged contact is the one that it is shown as. */
export function participantOf(db: Queryable) {
  return db`
    jsonb_build_object('id', p.shown_id, 'kind', p.kind, 'name', p.name, 'picture', p.picture_sha256, 'email', p.email)`
}

export async function findParticipant(db: Queryable, { companyId, userId }: Author): Promise<ParticipantRow> {
  const [row] = await db<{ participant: ParticipantRow }[]>`
    select ${participantOf(db)} as participant
    from participant_profile p where p.company_id = ${companyId} and p.id = ${userId}`
  return row!.participant
}

export function toParticipant({ id, kind, name, picture }: ParticipantRow, urls: FileUrls): Participant {
  return { _id: id, kind, name, profilePic: urls.picture(picture) }
}
