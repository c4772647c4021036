import { answeringRoles, type Role } from '#contract/accounts/roles.ts'
import { activeStatuses, type DeskSummary, type ReadQueue, type StatusCounts } from '#contract/desk.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import type { Queryable } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { Actor } from '#server/http/actor.ts'

/** Reads all stored totals in one query, so that they belong to the same moment. */
async function listCounts(db: Queryable, { companyId }: Actor) {
  return db<{ assigneeId: string | null; status: EnquiryStatus; count: number }[]>`
    select null as assignee_id, status, count from enquiry_count where company_id = ${companyId}
    union all
    select assignee_id, status, count from assignee_count where company_id = ${companyId}`
}

function emptyCounts(): StatusCounts {
  return { open: 0, 'in-progress': 0, inReview: 0, onHold: 0, closed: 0 }
}

async function countAll(db: Queryable, actor: Actor) {
  const byStatus = emptyCounts()
  const byAssignee = new Map<string, StatusCounts>()
  const unassigned = emptyCounts()
  for (const { assigneeId, status, count } of await listCounts(db, actor)) {
    if (assigneeId) {
      const counts = byAssignee.get(assigneeId) ?? emptyCounts()
      counts[status] = count
      byAssignee.set(assigneeId, counts)
      unassigned[status] -= count
    } else {
      byStatus[status] = count
      unassigned[status] += count
    }
  }
  return { byStatus, unassigned, byAssignee }
}

/** The total number of enquiries in a queue. */
export async function countQueue(db: Queryable, actor: Actor, { assignee, enquiryStatus }: ReadQueue) {
  const { byStatus, unassigned, byAssignee } = await countAll(db, actor)
  const statuses = enquiryStatus ? [enquiryStatus] : activeStatuses
  const counts =
    assignee === undefined || assignee === 'all'
      ? byStatus
      : assignee === 'unassigned'
        ? unassigned
        : (byAssignee.get(assignee) ?? emptyCounts())
  return statuses.reduce((sum, status) => sum + counts[status], 0)
}

type PersonRow = { id: string; name: string; role: Role; isActive: boolean; pictureSha256: string | null }

export async function summariseDesk(db: Queryable, actor: Actor, urls: FileUrls): Promise<DeskSummary> {
  const { byStatus, unassigned, byAssignee } = await countAll(db, actor)
  const rows = await db<PersonRow[]>`
    select id, name, role, deactivated_at is null as is_active, picture_sha256 from app_user
    where company_id = ${actor.companyId}
      and (role = any(${answeringRoles}) and deactivated_at is null or id = any(${[...byAssignee.keys()]}))
    order by id <> ${actor.userId}, lower(name), id`
  const assignees = rows.map(({ id, name, role, isActive, pictureSha256 }) => ({
    _id: id,
    name,
    profilePic: urls.picture(pictureSha256),
    canAnswer: isActive && answeringRoles.includes(role),
    byStatus: byAssignee.get(id) ?? emptyCounts(),
  }))
  return { byStatus, unassigned, assignees: assignees.filter(isRelevant) }
}

/** People who may no longer answer are listed as long as enquiries are assigned to them. */
function isRelevant({ canAnswer, byStatus }: DeskSummary['assignees'][number]) {
  return canAnswer || Object.values(byStatus).some((count) => count > 0)
}
