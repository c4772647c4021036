import { useAbility } from '@casl/react'
import { useEventCallback } from '@mui/material/utils'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import type { Conflict } from '#web/enquiries/conflict/ConflictDialog.tsx'
import type { EnquiryChanges } from '#web/enquiries/conflict/merging.ts'
import { upsertQueryEntries, usePrefetch } from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { useQuickChange } from '#web/enquiries/useQuickChange.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { placeIn, type ListPlace } from './listPlace.ts'
import type { ReportUse } from './useRowsInUse.ts'

/** The actions that the signed-in person may use on a row. The object is stable until these change. */
export interface RowActions {
  canAnswer: boolean
  canReadComments: boolean
  /** Passed on when the person opens an enquiry, so that they can come back. */
  place: ListPlace
  /** Undefined without permission. Resolves after the response, whether it succeeded or not. */
  changeStatus?: (enquiry: Enquiry, status: EnquiryStatus) => Promise<void>
  /** The pointer or the focus has reached an enquiry, which may be opened next. */
  approach: (enquiry: Enquiry) => void
  leave: () => void
  reportUse: ReportUse
}

/** `onChanged` is called after each attempt, because the list may be out of date or no longer contain the enquiry. */
export function useRowActions(query: ListQuery, reportUse: ReportUse, onChanged: () => void) {
  const ability = useAbility<AppAbility>()
  const { changeStatus, ...conflict } = useStatusChange(onChanged)
  const fetching = useFetchAhead()
  const canAnswer = ability.can('answer', 'enquiry')
  const [canReadComments, canChange] = [ability.can('read', 'acl-page'), ability.can('update', 'enquiry')]
  const actions = useMemo<RowActions>(
    () => ({
      canAnswer,
      canReadComments,
      place: placeIn(query),
      changeStatus: canChange ? changeStatus : undefined,
      reportUse,
      ...fetching,
    }),
    [canAnswer, canReadComments, canChange, query, changeStatus, reportUse, fetching],
  )
  return { actions, ...conflict }
}

/** If two people change the status, the second one decides. */
function useStatusChange(onChanged: () => void) {
  const change = useQuickChange()
  const [conflict, setConflict] = useState<Conflict>()
  const changeStatus = useEventCallback(async (enquiry: Enquiry, enquiryStatus: EnquiryStatus) => {
    setConflict(undefined)
    const theirs = await change(enquiry, { enquiryStatus })
    if (theirs) setConflict({ fields: ['enquiryStatus'], mine: { comments: theirs.comments, enquiryStatus }, theirs })
    onChanged()
  })
  const settle = ({ enquiryStatus }: EnquiryChanges) => void changeStatus(conflict!.theirs, enquiryStatus)
  return { changeStatus, conflict, settle, postpone: () => setConflict(undefined) }
}

/** How long the pointer or focus must stay on a row before its enquiry is fetched. */
const dwellMs = 120

/** Prefetches the enquiry that is likely to be opened, and seeds the cache with the row so that it opens at once. */
function useFetchAhead() {
  const dispatch = useAppDispatch()
  const prefetch = usePrefetch('getEnquiry')
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useMemo(() => {
    const leave = () => window.clearTimeout(timer.current)
    const approach = (enquiry: Enquiry) => {
      leave()
      timer.current = window.setTimeout(() => {
        dispatch(upsertQueryEntries([{ endpointName: 'getEnquiry', arg: enquiry._id, value: enquiry }]))
        prefetch(enquiry._id, { force: true })
      }, dwellMs)
    }
    return { approach, leave }
  }, [dispatch, prefetch])
}
