import { useAbility } from '@casl/react'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Navigate } from 'react-router'
import type { AppAbility } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useSelection } from '#web/enquiries/bulk/useSelection.ts'
import { ConflictDialog } from '#web/enquiries/conflict/lazyConflictDialog.ts'
import type { Wanted } from '#web/enquiries/csv/fetchExport.ts'
import { usePrefetch } from '#web/enquiries/enquiryApi.ts'
import { filterOf, listAddress, useListQuery } from '#web/enquiries/filters/listQuery.ts'
import { StatusTabs } from '#web/enquiries/filters/StatusTabs.tsx'
import { EnquiryList } from './EnquiryList.tsx'
import { EnquiryListHeading } from './EnquiryListHeading.tsx'
import { useRowKeys } from './listItem.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { NewEnquiriesBar } from './NewEnquiriesBar.tsx'
import { useRowActions } from './useRowActions.ts'
import { useShownList } from './useShownList.ts'

const JobNotices = latePart(async () => (await import('#web/enquiries/bulk/JobNotices.tsx')).JobNotices)
const FirstStepsCard = latePart(async () => (await import('#web/enquiries/firstSteps/FirstSteps.tsx')).FirstStepsCard)
const SelectedActions = lazyPart(async () => (await import('#web/enquiries/bulk/SelectedActions.tsx')).SelectedActions)
const Exporting = lazyPart(async () => (await import('#web/enquiries/csv/Exporting.tsx')).Exporting)

export function EnquiryListPage() {
  const { query, isPrefetched, change } = useListQuery(usePrefetch('listEnquiries', { force: true }))
  const { page, fresh, waiting, gone, release, refresh, isPastEnd, lastPage, ...shown } = useShownList(
    query,
    isPrefetched,
  )
  const { reportUse } = shown
  const ability = useAbility<AppAbility>()
  const [canAdd, canChange] = [ability.can('create', 'enquiry'), ability.can('update', 'enquiry')]
  const isNew = ability.can('update', 'company') && (shown.summary?.total ?? Infinity) <= limits.fewEnquiries
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
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
      {canChange && <JobNotices onFinished={refresh} />}
      <Exporting open={exported !== undefined} wanted={exported} onEnded={() => setExported(undefined)} />
      <NewEnquiriesBar count={waiting} gone={gone} reportUse={reportUse} onShown={release} />
      <Card>
        <StatusTabs statuses={query.enquiryStatus} summary={shown.summary} onChanged={change} />
        <ListToolbar
          query={query}
          page={page}
          isWide={isWide}
          canImport={canAdd}
          onChanged={change}
          onExported={() => setExported({ filter: filterOf(query), sort: query.sort })}
          onImported={refresh}
        />
        {shown.isRefetching && <LinearProgress aria-label="Loading enquiries" sx={{ mb: -0.5 }} />}
        <EnquiryList
          {...{ page, fresh, isWide, query, canAdd, selection, actions, reportUse }}
          failure={shown.failure}
          onChanged={change}
          onRetry={refresh}
        />
      </Card>
      {isNew && page && page.docs.length > 0 && <FirstStepsCard />}
      <SelectedActions
        open={selection.isAll || selection.ids.size > 0}
        {...{ query, page, selection, canChange }}
        onExported={setExported}
      />
      {conflict && <ConflictDialog conflict={conflict} onSettled={settle} onClosed={postpone} />}
    </>
  )
}
