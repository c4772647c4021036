import { useState } from 'react'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'

interface Steady {
  query: ListQuery
  latest: PageOfEnquiries | undefined
  shown: PageOfEnquiries | undefined
  /** The ids of the shown enquiries that others' changes brought in. */
  fresh: ReadonlySet<string>
  /** Someone else has changed the list, so the next answer must not move rows that are in use. */
  isHeld: boolean
}

const noneFresh: ReadonlySet<string> = new Set()

/**
 * The page of the list to show. While this person uses the rows, others' changes move none of them: the rows on the
 * screen are updated in place, `waiting` counts the rows to add, and `gone` those to remove.
 */
export function useSteadyList(query: ListQuery, latest: PageOfEnquiries | undefined, isInUse: boolean) {
  const [steady, setSteady] = useState<Steady>({ query, latest, shown: latest, fresh: noneFresh, isHeld: false })
  let current = steady
  if (latest !== steady.latest) current = next(steady, query, latest, isInUse)
  else if (!isInUse && isBehind(steady)) current = showLatest(steady)
  if (current !== steady) setSteady(current)
  const { shown, fresh } = current
  return {
    page: shown,
    fresh,
    ...countChanges(current),
    hold: () => setSteady((held) => ({ ...held, isHeld: true })),
    /** Shows the rows that wait, and lets this person's own change move rows. */
    release: () => setSteady(showLatest),
  }
}

function isBehind(steady: Steady) {
  const { waiting, gone } = countChanges(steady)
  return waiting + gone > 0
}

function countChanges({ shown, latest }: Steady) {
  const known = new Set(shown?.docs.map(({ _id }) => _id))
  const waiting = latest?.docs.filter(({ _id }) => !known.has(_id)).length ?? 0
  return { waiting, gone: latest ? known.size + waiting - latest.docs.length : 0 }
}

function next(steady: Steady, query: ListQuery, latest: PageOfEnquiries | undefined, isInUse: boolean): Steady {
  const { shown, isHeld } = steady
  if (steady.query !== query || !shown || !latest)
    return { query, latest, shown: latest, fresh: noneFresh, isHeld: false }
  return isHeld && isInUse
    ? { ...steady, latest, shown: updateInPlace(shown, latest) }
    : showLatest({ ...steady, latest })
}

function showLatest({ shown, latest, ...steady }: Steady): Steady {
  const before = new Set(shown?.docs.map(({ _id }) => _id))
  const fresh = new Set(latest?.docs.map(({ _id }) => _id).filter((id) => !before.has(id)))
  return { ...steady, latest, shown: latest, fresh, isHeld: false }
}

function updateInPlace(shown: PageOfEnquiries, latest: PageOfEnquiries): PageOfEnquiries {
  const byId = new Map(latest.docs.map((enquiry) => [enquiry._id, enquiry]))
  return { ...latest, docs: shown.docs.map((enquiry) => byId.get(enquiry._id) ?? enquiry) }
}
