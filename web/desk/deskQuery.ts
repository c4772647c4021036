import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ReadQueue } from '#contract/desk.ts'
import { EnquiryFilter, EnquiryStatus } from '#contract/enquiries.ts'
import { paths } from '#web/navigation/paths.ts'

/** The filters of the queue. They are kept in the URL. */
export interface DeskQuery {
  /** `mine`, `unassigned` or the id of a person. Without it, all enquiries are shown. */
  assignee?: string
  enquiryStatus?: EnquiryStatus
  search?: string
}

const fields = ReadQueue.shape

/** Ignores invalid values of a typed or outdated URL. */
function parseDeskQuery(params: URLSearchParams): DeskQuery {
  const assignee = fields.assignee.catch(undefined).parse(params.get('assignee') ?? undefined)
  return {
    assignee: assignee === 'all' ? undefined : assignee,
    enquiryStatus: EnquiryStatus.optional()
      .catch(undefined)
      .parse(params.get('enquiryStatus') ?? undefined),
    search: EnquiryFilter.shape.search.catch(undefined).parse(params.get('search') ?? undefined) || undefined,
  }
}

export function useDeskQuery() {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => parseDeskQuery(params), [params])
  const change = (changes: DeskQuery) =>
    setParams(toSearch({ ...query, ...changes }), { replace: changes.search !== undefined })
  return { query, change, isShowingDetails: params.get('pane') === 'details' }
}

/** The URL of the filtered queue, with an enquiry open if an id is given. `pane` matters on narrow screens only. */
export function deskAddress(query: DeskQuery, id?: string, pane?: 'details') {
  const search = toSearch(query, pane)
  return { pathname: id ? paths.deskEnquiry(id) : paths.desk, search: search ? `?${search}` : '' }
}

function toSearch(query: DeskQuery, pane?: 'details') {
  const pairs = Object.entries({ ...query, pane }).filter(([, value]) => value)
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
}
