import { HistoryEntry, ReadHistory, type RecordedValue } from '#contract/history.ts'
import { envelope, pageOf, toPage } from '#contract/paging.ts'
import { findNames, listHistory, toHistoryEntry } from '#server/accounts/history.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { isEnquiry } from '#server/enquiries/enquiryStore.ts'
import { mayReadAddresses } from '#server/enquiries/search/hiddenAddresses.ts'
import type { Actor } from '#server/http/actor.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { notFound } from '#server/http/errors.ts'

export function historyRoutes(app: App, { db, urls }: { db: Db; urls: FileUrls }) {
  app.route({
    method: 'GET',
    url: apiPaths.enquiryActivity,
    config: { access: ['read', 'enquiry'] },
    schema: {
      summary: 'The history of an enquiry: who changed what, the latest first',
      tags: ['enquiries'],
      querystring: ReadHistory,
      response: { 200: envelope(pageOf(HistoryEntry)) },
    },
    async handler({ actor, query }) {
      if (!(await isEnquiry(db, actor, query.enquiryId))) throw notFound('Enquiry')
      const { rows, total } = await listHistory(db, actor, { subject: 'enquiry', subjectId: query.enquiryId }, query)
      const named = await nameAssignees(
        db,
        actor,
        rows.map((row) => toHistoryEntry(row, urls)),
      )
      const shown = mayReadAddresses(actor) ? named : named.map(withoutSender)
      return { message: 'History', data: toPage(shown, total, query) }
    },
  })
}

/** Of an accepted email, only people who may answer see the address that wrote it. */
function withoutSender(entry: HistoryEntry): HistoryEntry {
  return entry.changes.sender ? { ...entry, changes: { ...entry.changes, sender: [null, null] } } : entry
}

/** The record contains the assignee's id; the response contains the name, as `assignee`. */
async function nameAssignees(db: Db, actor: Actor, docs: HistoryEntry[]): Promise<HistoryEntry[]> {
  const ids = docs.flatMap(({ changes }) => changes.assigneeId ?? []).filter((id) => id !== null)
  const names = await findNames(db, actor, ids.map(String))
  const nameOf = (id: RecordedValue) => (id === null ? null : (names.get(String(id)) ?? null))
  return docs.map((entry) => {
    const { assigneeId, ...changes } = entry.changes
    if (!assigneeId) return entry
    return { ...entry, changes: { ...changes, assignee: [nameOf(assigneeId[0]), nameOf(assigneeId[1])] } }
  })
}
