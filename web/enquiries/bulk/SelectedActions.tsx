import type { Wanted } from '#web/enquiries/csv/fetchExport.ts'
import type { EnquiryPage } from '#web/enquiries/enquiryApi.ts'
import { filterOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { BulkBar } from './BulkBar.tsx'
import { useChangeMany } from './useChangeMany.ts'
import type { Selection } from './useSelection.ts'

interface SelectedActionsProps {
  open: boolean
  query: ListQuery
  page: EnquiryPage | undefined
  selection: Selection
  canChange: boolean
  onExported: (wanted: Wanted) => void
}

export function SelectedActions({ open, query, page, selection, canChange, onExported }: SelectedActionsProps) {
  const { isOrdering, change } = useChangeMany(query, selection)
  const { isAll, ids } = selection
  const { sort } = query
  if (!open) return null
  return (
    <BulkBar
      selection={selection}
      page={page}
      canChange={canChange}
      isOrdering={isOrdering}
      onChosen={change}
      onExported={() => onExported(isAll ? { filter: filterOf(query), sort } : { ids: [...ids], sort })}
    />
  )
}
