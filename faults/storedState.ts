import type { Message, Thread } from '#contract/chat.ts'
import type { Enquiry, EnquirySummary } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { ApiClient } from './apiClient.ts'
import type { Cluster } from './cluster.ts'

export type StoredMessage = { seq: number; id: string; sender: string; text: string; enquiry: string }
export type StoredEnquiry = {
  id: string
  number: number
  status: string
  version: number
  lastSeq: number
  /** The number of history entries by action and person. */
  records: { action: string; by: string; times: number }[]
}

/** Reads the data of one company directly from the database. */
export async function readDatabase(cluster: Cluster, companyId: string) {
  const sql = cluster.database()
  try {
    const messages = await sql<StoredMessage[]>`
      select seq, id, sender_id as sender, message as text, enquiry_id as enquiry
      from message where company_id = ${companyId} order by enquiry_id, seq`
    const enquiries = await sql<StoredEnquiry[]>`
      select id, enquiry_no as number, status, version, last_message_seq as "lastSeq",
        (select jsonb_agg(done) from (
          select action, actor_id as by, count(*) as times from activity a
          where a.company_id = e.company_id and a.subject_id = e.id group by action, actor_id) done) as records
      from enquiry e where company_id = ${companyId} order by enquiry_no`
    const statusCounts = await sql<{ status: string; count: number }[]>`
      select status, count from enquiry_count where company_id = ${companyId} and count > 0`
    return {
      messages: [...messages],
      enquiries: [...enquiries],
      statusCounts: Object.fromEntries(statusCounts.map(({ status, count }) => [status, count])),
    }
  } finally {
    await sql.end()
  }
}

/** The number of enquiries in total and by status. */
export function totalsOf(enquiries: StoredEnquiry[]) {
  const counted = enquiryStatuses.map(
    (status) => [status, enquiries.filter((enquiry) => enquiry.status === status).length] as const,
  )
  return { all: enquiries.length, ...Object.fromEntries(counted) }
}

/** Reads the data from one server directly, without the proxy. */
export async function readServer(port: number, token: string, enquiryIds: string[]) {
  const client = new ApiClient(() => `http://127.0.0.1:${port}`, '203.0.113.250')
  const headers = { authorization: `Bearer ${token}` }
  const get = async <T>(path: string) => {
    const { status, data, message } = await client.send<T>({ path, headers })
    if (status !== 200) throw new Error(`${path}: ${status} ${message}`)
    return data
  }
  const threads: Record<string, Message[]> = {}
  for (const id of enquiryIds) {
    const docs: Message[] = (threads[id] = [])
    for (let isMore = true; isMore;) {
      const page = await get<Thread>(`/chat?enquiryId=${id}&limit=200&after=${docs.length}`)
      docs.push(...page.docs)
      isMore = page.hasLater
    }
  }
  const summary = await get<EnquirySummary>('/enquiry/summary')
  const list = await get<{ docs: Enquiry[]; totalDocs: number }>('/enquiry?limit=1')
  client.close()
  return { threads, summary, totalDocs: list.totalDocs }
}
