import { useAbility } from '@casl/react'
import { useEventCallback } from '@mui/material/utils'
import { useMemo, useRef, useState } from 'react'
import type { AppAbility } from '#contract/accounts.ts'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import type { Conflict } from '#web/enquiries/conflict/ConflictDialog.tsx'
import type { EnquiryChanges } from '#web/enquiries/conflict/merging.ts'
import { upsertQueryEntries, usePrefetch } from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { useQuickChange } from '#web/enquiries/useQuickChange.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { placeIn, type ListPlace } from './listPlace.ts'
import type { ReportUse } from './useRowsInUse.ts'

/** What can be done with an enquiry of the list, by whoever is signed in. It is the same until that changes. */
export interface RowActions {
  canReadComments: boolean
  /** Goes with whoever leaves the list for one of its enquiries. */
  place: ListPlace
  /** Not there for who may not. Resolves once the server has answered, whatever it said. */
  changeStatus?: (enquiry: Enquiry, status: EnquiryStatus) => Promise<void>
  /** Somebody comes near an enquiry; perhaps to open it. */
  approach: (enquiry: Enquiry) => void
  leave: () => void
  reportUse: ReportUse
}

/** `onChanged` is called after each attempt: the list may have to leave an enquiry out now, or is out of date. */
export function useRowActions(query: ListQuery, reportUse: ReportUse, onChanged: () => void) {
  const ability = useAbility<AppAbility>()
  const { changeStatus, ...conflict } = useStatusChange(onChanged)
  const fetching = useFetchAhead()
  const [canReadComments, canChange] = [ability.can('read', 'acl-page'), ability.can('update', 'enquiry')]
  const actions = useMemo<RowActions>(
    () => ({
      canReadComments,
      place: placeIn(query),
      changeStatus: canChange ? changeStatus : undefined,
      reportUse,
      ...fetching,
    }),
    [canReadComments, canChange, query, changeStatus, reportUse, fetching],
  )
  return { actions, ...conflict }
}

/** Of the status whoever is second decides. */
function useStatusChange(onChanged: () => void) {
  const change = useQuickChange()
  const [conflict, setConflict] = useState<Conflict & { theirs: Enquiry }>()
  const changeStatus = useEventCallback(async (enquiry: Enquiry, enquiryStatus: EnquiryStatus) => {
    setConflict(undefined)
    const { theirs } = (await change(enquiry, { enquiryStatus })) ?? {}
    if (theirs) setConflict({ fields: ['enquiryStatus'], mine: { comments: theirs.comments, enquiryStatus }, theirs })
    onChanged()
  })
  const settle = ({ enquiryStatus }: EnquiryChanges) => void changeStatus(conflict!.theirs, enquiryStatus)
  return { changeStatus, conflict, settle, postpone: () => setConflict(undefined) }
}

/** How long somebody stays with an enquiry before it is fetched, in milliseconds. */
const dwell = 120

/** Fetches what is about to be opened. What the list knows of it is there already, so that nobody waits for it. */
function useFetchAhead() {
  const dispatch = useAppDispatch()
  const prefetch = usePrefetch('getEnquiry')
  const timer = useRef<number>(undefined)
  return useMemo(() => {
    const leave = () => window.clearTimeout(timer.current)
    const approach = (enquiry: Enquiry) => {
      leave()
      timer.current = window.setTimeout(() => {
        dispatch(upsertQueryEntries([{ endpointName: 'getEnquiry', arg: enquiry._id, value: enquiry }]))
        prefetch(enquiry._id, { force: true })
      }, dwell)
    }
    return { approach, leave }
  }, [dispatch, prefetch])
}
