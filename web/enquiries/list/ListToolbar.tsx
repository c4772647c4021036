import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import { SearchBox } from '#web/components/forms/SearchBox.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { actionOf } from '#web/components/shortcuts/useShortcut.ts'
import { SelectPage } from '#web/enquiries/bulk/SelectBox.tsx'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { filterCount, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { SortChoice } from '#web/enquiries/filters/SortChoice.tsx'
import { useNumberSearch } from '#web/enquiries/search/useNumberSearch.ts'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'
import { useAskedPart } from '#web/navigation/useAskedPart.ts'
import { totalOf } from './ListPaging.tsx'

const FilterChips = lazyPart(async () => (await import('#web/enquiries/filters/FilterChips.tsx')).FilterChips)
const FilterPanel = lazyPart(async () => (await import('#web/enquiries/filters/FilterPanel.tsx')).FilterPanel)
const ViewsDialog = lazyPart(async () => (await import('#web/enquiries/views/ViewsDialog.tsx')).ViewsDialog)
const ImportDialog = lazyPart(async () => (await import('#web/enquiries/csv/ImportDialog.tsx')).ImportDialog)
const CsvMenu = lazyPart(async () => (await import('#web/enquiries/csv/CsvMenu.tsx')).CsvMenu)

interface ListToolbarProps {
  query: ListQuery
  page: PageOfEnquiries | undefined
  isWide: boolean
  rowHeight: RowHeight
  selection: Selection
  canImport: boolean
  onChanged: (changes: Partial<ListQuery>, options?: { replace: boolean }) => void
  onRowHeightChosen: (rowHeight: RowHeight) => void
  onExported: () => void
  onImported: () => void
}

/** The search, the filters, the saved views and the files. */
export function ListToolbar(props: ListToolbarProps) {
  const { query, onChanged, rowHeight, onRowHeightChosen, selection, ...rest } = props
  const openNumber = useNumberSearch()
  const onSorted = (sort: ListQuery['sort']) => onChanged({ sort })
  return (
    <>
      <div className="list-toolbar">
        <SearchBox
          label="Search enquiries"
          hint="Search texts, people, numbers"
          value={query.search ?? ''}
          maxLength={limits.search}
          onSearched={(search) => onChanged({ search: search || undefined }, { replace: true })}
          onEntered={openNumber}
        />
        <Openers query={query} onChanged={onChanged} {...rest} />
        {rest.isWide ? (
          <>
            <div className="list-toolbar-narrow">
              <SortChoice sort={query.sort} onSorted={onSorted} />
            </div>
            <RowHeightChoice chosen={rowHeight} onChosen={onRowHeightChosen} />
          </>
        ) : (
          <>
            <SelectPage selection={selection} />
            <SortChoice sort={query.sort} onSorted={onSorted} />
          </>
        )}
      </div>
      <FilterChips open={filterCount(query) > 0} query={query} onChanged={onChanged} />
    </>
  )
}

type OpenersProps = Omit<ListToolbarProps, 'rowHeight' | 'onRowHeightChosen' | 'selection'>

function Openers({ query, page, isWide, canImport, onChanged, onExported, onImported }: OpenersProps) {
  const [opened, setOpened] = useState<'filters' | 'views' | 'files' | 'import'>()
  const [files, setFiles] = useState<HTMLElement | null>(null)
  const close = () => setOpened(undefined)
  useAskedPart({
    search: () => actionOf('search')?.(),
    filters: () => setOpened('filters'),
    views: () => setOpened('views'),
    import: () => canImport && setOpened('import'),
    export: onExported,
  })
  const openFiles = (element: HTMLElement) => {
    setFiles(element)
    setOpened('files')
  }
  const count = filterCount(query)
  const found = page ? `${totalOf(page)} ${page.totalDocs === 1 ? 'enquiry' : 'enquiries'}` : 'the enquiries'
  return (
    <>
      <Opener
        icon="list-filter"
        label="Filters"
        count={count}
        isOpen={opened === 'filters'}
        onOpened={() => setOpened('filters')}
      />
      <Opener icon="bookmark" label="Views" isOpen={opened === 'views'} onOpened={() => setOpened('views')} />
      <Opener icon="file-down" label="Import and export" isMenu isOpen={opened === 'files'} onOpened={openFiles} />
      <FilterPanel open={opened === 'filters'} {...{ isWide, query, found, onChanged }} onClosed={close} />
      <ViewsDialog open={opened === 'views'} query={query} onClosed={close} />
      <CsvMenu
        open={opened === 'files'}
        anchor={files}
        {...{ canImport, onExported }}
        onImportAsked={() => setOpened('import')}
        onClosed={close}
      />
      <ImportDialog open={opened === 'import'} isNear={opened === 'files'} onImported={onImported} onClosed={close} />
    </>
  )
}

interface OpenerProps {
  icon: IconName
  label: string
  /** Shown after the label unless it is 0. */
  count?: number
  isMenu?: boolean
  isOpen: boolean
  onOpened: (element: HTMLElement) => void
}

/** On a phone only the icon and the count are seen. */
function Opener({ icon, label, count = 0, isMenu, isOpen, onOpened }: OpenerProps) {
  return (
    <PlainButton
      className="button"
      aria-label={count ? `${label} (${count})` : label}
      aria-haspopup={isMenu ? 'menu' : 'dialog'}
      aria-expanded={isOpen}
      onClick={(event) => onOpened(event.currentTarget)}
    >
      <Icon name={icon} />
      <span className="not-on-phones">{label}</span>
      {count > 0 && <span>({count})</span>}
    </PlainButton>
  )
}

interface RowHeightChoiceProps {
  chosen: RowHeight
  onChosen: (rowHeight: RowHeight) => void
}

function RowHeightChoice({ chosen, onChosen }: RowHeightChoiceProps) {
  return (
    <PlainSelect
      aria-label="Row height"
      value={chosen}
      onChange={({ target }) => onChosen(target.value as RowHeight)}
      className="row-height-choice"
    >
      <option value="compact">Compact rows</option>
      <option value="tall">Tall rows</option>
    </PlainSelect>
  )
}
