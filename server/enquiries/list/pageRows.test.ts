import { expect, test } from 'vitest'
import { ListedEnquiry } from '#contract/enquiries.ts'
import { pageOf } from '#contract/paging.ts'
import { fillList } from '#server/test/manyEnquiries.ts'
import { join, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { checkCounts } from './countCheck.ts'

/** One more than the limit of a count. */
const count = 10_001
const app = await testApp()
const owner = await registerOwner(app)
const companyId = owner.user.company._id
await fillList(app, owner.user, count)
// A rare status, on enquiries that changed before most others were created.
await app.db`
  update enquiry set status = 'inReview', updated_at = created_at where company_id = ${companyId} and enquiry_no % 50 = 3`
// The agent has most of the newest enquiries, so that the unassigned ones are old.
const agent = await join(owner, 'agent')
await app.db`
  update enquiry set assignee_id = ${agent.user._id}
  where company_id = ${companyId} and (enquiry_no > 5000 and enquiry_no % 3 > 0 or enquiry_no % 200 = 9)`
await checkCounts(app.db)

const moment = new Date(Date.now() - 3 * 86_400_000).toISOString()
const later = new Date(Date.now() - 2 * 86_400_000).toISOString()

/** A filter, and the same condition in SQL. */
const filters: [query: string, condition: string][] = [
  ['enquiryStatus=inReview', "status = 'inReview'"],
  ['enquiryStatus=inReview,onHold', "status in ('inReview', 'onHold')"],
  ['enquiryStatus=open', "status = 'open'"],
  ['enquiryType=Type+3', "enquiry_type = 'Type 3'"],
  ['enquiryType=Type+3&enquiryStatus=open', "enquiry_type = 'Type 3' and status = 'open'"],
  ['enquiryType=Type+3&enquiryType=Type+5', "enquiry_type in ('Type 3', 'Type 5')"],
  [`raisedBy=${owner.user._id}`, 'true'],
  [`raisedBy=${owner.user._id}&enquiryStatus=onHold`, "status = 'onHold'"],
  ['assignee=unassigned', 'assignee_id is null'],
  [`assignee=${agent.user._id}`, `assignee_id = '${agent.user._id}'`],
  [`assignee=${agent.user._id}&enquiryStatus=open`, `assignee_id = '${agent.user._id}' and status = 'open'`],
  [`assignee=${agent.user._id},unassigned`, 'true'],
  [`assignee=unassigned&updatedFrom=${moment}`, `assignee_id is null and updated_at >= '${moment}'`],
  ['hasDocuments=true', 'document_count > 0'],
  ['hasDocuments=false&enquiryStatus=closed,open', "document_count = 0 and status in ('closed', 'open')"],
  ['unanswered=true', "awaits_answer and status <> 'closed'"],
  ['unanswered=false', "not (awaits_answer and status <> 'closed')"],
  [`createdFrom=${moment}&createdTo=${later}`, `created_at >= '${moment}' and created_at < '${later}'`],
  [`createdTo=${moment}&enquiryType=Type+1`, `created_at < '${moment}' and enquiry_type = 'Type 1'`],
  [`updatedFrom=${moment}&updatedTo=${later}`, `updated_at >= '${moment}' and updated_at < '${later}'`],
  [`updatedTo=${moment}`, `updated_at < '${moment}'`],
  ['updatedFrom=2000-01-01', 'true'],
]

const sorts = {
  createdAt: 'enquiry_no',
  enquiryStatus: 'status',
  enquiryType: 'enquiry_type',
  summery: 'summery',
  updatedAt: 'updated_at',
} as const
const orders = Object.entries(sorts).flatMap(([sort, column]) => [
  { sort, order: `${column}, enquiry_no` },
  { sort: `-${sort}`, order: `${column} desc, enquiry_no desc` },
])

async function numbersOf(condition: string, order: string) {
  const rows = await app.db<{ enquiryNo: number }[]>`
    select enquiry_no from enquiry
    where company_id = ${companyId} and ${app.db.unsafe(condition)} order by ${app.db.unsafe(order)}`
  return rows.map(({ enquiryNo }) => enquiryNo)
}

async function list(query: string) {
  const { body } = await owner.get(`/enquiry?${query}`)
  const { docs, ...page } = pageOf(ListedEnquiry).parse(body.data)
  return { ...page, numbers: docs.map(({ enquiryId }) => Number(enquiryId.slice(4))) }
}

test.each(filters)(
  'any page of %s has its rows in every sort, and its cursor leads to the next ones',
  async (query, condition) => {
    for (const { sort, order } of orders) {
      const numbers = await numbersOf(condition, order)
      const last = Math.min(400, Math.ceil(numbers.length / 25))
      for (const number of new Set([1, Math.ceil(last / 3), last])) {
        const asked = `${query}&sort=${sort}&page=${number}`
        const page = await list(`${asked}${number === 1 ? '&countTo=25' : ''}`)
        expect(page.numbers, `page ${number} by ${sort}`).toEqual(numbers.slice((number - 1) * 25, number * 25))
        if (!page.hasNextPage) continue
        const next = await list(`${query}&sort=${sort}&page=${number + 1}&cursor=${page.nextCursor}`)
        expect(next.numbers, `after page ${number} by ${sort}`).toEqual(numbers.slice(number * 25, (number + 1) * 25))
      }
    }
  },
)
