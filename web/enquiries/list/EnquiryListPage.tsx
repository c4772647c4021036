import { useAbility } from '@casl/react'
import LinearProgress from '@mui/material/LinearProgress'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Navigate } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { limits } from '#contract/limits.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useSelection } from '#web/enquiries/bulk/useSelection.ts'
import { ConflictDialog } from '#web/enquiries/conflict/lazyConflictDialog.ts'
import type { Wanted } from '#web/enquiries/csv/fetchExport.ts'
import { usePrefetch } from '#web/enquiries/enquiryApi.ts'
import { filterOf, listAddress, useListQuery } from '#web/enquiries/filters/listQuery.ts'
import { ListTabs } from '#web/enquiries/filters/ListTabs.tsx'
import { firstList } from '#web/enquiries/firstList.ts'
import { useAssignees } from '#web/enquiries/useAssignees.ts'
import { useRowHeight } from '#web/enquiries/useRowHeight.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import '#web/theme/styles/aroundList.css'
import '#web/theme/styles/list.css'
import '#web/theme/styles/cards.css'
import { EnquiryList } from './EnquiryList.tsx'
import { EnquiryListHeading } from './EnquiryListHeading.tsx'
import { useRowKeys } from './listItem.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { useRowActions } from './useRowActions.ts'
import { useShownList } from './useShownList.ts'

const BulkDock = latePart(async () => (await import('#web/enquiries/bulk/BulkDock.tsx')).BulkDock)
const FirstStepsCard = latePart(async () => (await import('#web/enquiries/firstSteps/FirstSteps.tsx')).FirstStepsCard)
const NewEnquiriesBar = latePart(async () => (await import('./NewEnquiriesBar.tsx')).NewEnquiriesBar)
const Exporting = lazyPart(async () => (await import('#web/enquiries/csv/Exporting.tsx')).Exporting)

export function EnquiryListPage() {
  const { query, isPrefetched, change } = useListQuery(usePrefetch('listEnquiries', { force: true }), firstList)
  const { assignees, isKnown: areColumnsKnown } = useAssignees()
  const [rowHeight, setRowHeight] = useRowHeight()
  const { fresh, waiting, gone, release, refresh, isPastEnd, lastPage, ...shown } = useShownList(query, isPrefetched)
  const { reportUse } = shown
  // A column that appeared later would move the others.
  const page = areColumnsKnown ? shown.page : undefined
  const ability = useAbility<AppAbility>()
  const [canAdd, canChange] = [ability.can('create', 'enquiry'), ability.can('update', 'enquiry')]
  const isNew = ability.can('update', 'company') && (shown.summary?.total ?? Infinity) <= limits.fewEnquiries
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up(listSizes.tableFrom))
  const { actions, conflict, settle, postpone } = useRowActions(query, reportUse, refresh)
  const selection = useSelection(query, page)
  const [exported, setExported] = useState<Wanted>()
  useRowKeys(page?.docs, actions.canAnswer)
  if (isPastEnd && lastPage)
    return <Navigate to={listAddress({ ...query, page: lastPage, cursor: undefined })} replace />
  return (
    <>
      <PageTitle>Enquiries</PageTitle>
      <EnquiryListHeading canAdd={canAdd} />
      <Exporting
        open={exported !== undefined}
        isNear={false}
        wanted={exported}
        onEnded={() => setExported(undefined)}
      />
      <NewEnquiriesBar count={waiting} gone={gone} reportUse={reportUse} onShown={release} />
      <div className="list-card">
        <ListTabs query={query} summary={shown.summary} onChanged={change} />
        <ListToolbar
          query={query}
          page={page}
          isWide={isWide}
          rowHeight={rowHeight}
          selection={selection}
          canImport={canAdd}
          onChanged={change}
          onRowHeightChosen={setRowHeight}
          onExported={() => setExported({ filter: filterOf(query), sort: query.sort })}
          onImported={refresh}
        />
        {shown.isRefetching && <LinearProgress aria-label="Loading enquiries" sx={{ mb: -0.5 }} />}
        <EnquiryList
          {...{ page, fresh, isWide, rowHeight, query, canAdd, selection, actions, reportUse }}
          hasAssignees={assignees !== undefined}
          failure={shown.failure}
          missingPart={shown.missingPart}
          onChanged={change}
          onRetry={refresh}
        />
      </div>
      {isNew && page && page.docs.length > 0 && <FirstStepsCard />}
      <BulkDock {...{ query, page, selection, canChange }} onExported={setExported} onFinished={refresh} />
      {conflict && <ConflictDialog conflict={conflict} onSettled={settle} onClosed={postpone} />}
    </>
  )
}
