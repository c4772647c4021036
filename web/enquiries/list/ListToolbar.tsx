import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { SearchBox } from '#web/components/forms/SearchBox.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { actionOf } from '#web/components/shortcuts/useShortcut.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { filterCount, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { SortChoice } from '#web/enquiries/filters/SortChoice.tsx'
import { useNumberSearch } from '#web/enquiries/search/useNumberSearch.ts'
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
  canImport: boolean
  onChanged: (changes: Partial<ListQuery>, options?: { replace: boolean }) => void
  onExported: () => void
  onImported: () => void
}

/** The search, the filters, the saved views and the files. */
export function ListToolbar({ query, onChanged, ...rest }: ListToolbarProps) {
  const openNumber = useNumberSearch()
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: { xs: 1, sm: 1.5 },
          p: 2.5,
          pb: 2,
          isolation: 'isolate',
        }}
      >
        <SearchBox
          label="Search enquiries"
          value={query.search ?? ''}
          maxLength={limits.search}
          onSearched={(search) => onChanged({ search: search || undefined }, { replace: true })}
          onEntered={openNumber}
        />
        <Openers query={query} onChanged={onChanged} {...rest} />
        {!rest.isWide && <SortChoice sort={query.sort} onSorted={(sort) => onChanged({ sort })} />}
      </Box>
      <FilterChips open={filterCount(query) > 0} query={query} onChanged={onChanged} />
    </>
  )
}

function Openers({ query, page, isWide, canImport, onChanged, onExported, onImported }: ListToolbarProps) {
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
  const label = count ? `Filters (${count})` : 'Filters'
  const found = page ? `${totalOf(page)} ${page.totalDocs === 1 ? 'enquiry' : 'enquiries'}` : 'the enquiries'
  return (
    <>
      <Opener icon="list-filter" label={label} isOpen={opened === 'filters'} onOpened={() => setOpened('filters')} />
      <Opener icon="bookmark" label="Views" isOpen={opened === 'views'} onOpened={() => setOpened('views')} />
      <Opener icon="file-down" label="Files" isMenu isOpen={opened === 'files'} onOpened={openFiles} />
      <FilterPanel open={opened === 'filters'} {...{ isWide, query, found, onChanged }} onClosed={close} />
      <ViewsDialog open={opened === 'views'} query={query} onClosed={close} />
      <CsvMenu
        open={opened === 'files'}
        anchor={files}
        {...{ canImport, onExported }}
        onImportAsked={() => setOpened('import')}
        onClosed={close}
      />
      <ImportDialog open={opened === 'import'} onImported={onImported} onClosed={close} />
    </>
  )
}

interface OpenerProps {
  icon: IconName
  label: string
  isMenu?: boolean
  isOpen: boolean
  onOpened: (element: HTMLElement) => void
}

function Opener({ icon, label, isMenu, isOpen, onOpened }: OpenerProps) {
  return (
    <Button
      color="inherit"
      startIcon={<Icon name={icon} />}
      aria-haspopup={isMenu ? 'menu' : 'dialog'}
      aria-expanded={isOpen}
      onClick={(event) => onOpened(event.currentTarget)}
    >
      {label}
    </Button>
  )
}
