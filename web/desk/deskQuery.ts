import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ReadQueue } from '#contract/desk.ts'
import { EnquiryStatus } from '#contract/enquiries.ts'
import { paths } from '#web/navigation/paths.ts'

/** Which part of the queue is on the screen: all of it is in the address. */
export interface DeskQuery {
  /** `mine`, `unassigned`, the id of a person; all without. */
  assignee?: string
  enquiryStatus?: EnquiryStatus
}

const fields = ReadQueue.shape

/** What is not understood in a typed or outdated address is left out. */
function parseDeskQuery(params: URLSearchParams): DeskQuery {
  const assignee = fields.assignee.catch(undefined).parse(params.get('assignee') ?? undefined)
  return {
    assignee: assignee === 'all' ? undefined : assignee,
    enquiryStatus: EnquiryStatus.optional()
      .catch(undefined)
      .parse(params.get('enquiryStatus') ?? undefined),
  }
}

export function useDeskQuery() {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => parseDeskQuery(params), [params])
  const change = (changes: DeskQuery) => setParams(toSearch({ ...query, ...changes }))
  return { query, change, isShowingDetails: params.get('pane') === 'details' }
}

/** The address of this part of the queue, with one enquiry of it open; on a phone, perhaps its details. */
export function deskAddress(query: DeskQuery, id?: string, pane?: 'details') {
  const search = toSearch(query, pane)
  return { pathname: id ? paths.deskEnquiry(id) : paths.desk, search: search ? `?${search}` : '' }
}

function toSearch(query: DeskQuery, pane?: 'details') {
  const pairs = Object.entries({ ...query, pane }).filter(([, value]) => value)
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
}
