import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import type { PageOfEnquiries, Total } from '#web/enquiries/enquiryApi.ts'
import { listAddress, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { listSizes } from '#web/theme/listSizes.ts'

interface ListPagingProps {
  page: PageOfEnquiries
  query: ListQuery
  isWide: boolean
  onChanged: (changes: Partial<ListQuery>) => void
}

/** Where the list goes on; of a search that sorts in part, among which. */
export function ListPaging(props: ListPagingProps) {
  const { query, page } = props
  return (
    <>
      {isSortedInPart(query, page) && (
        <Typography variant="caption" component="p" sx={{ px: 2.5, pt: 1.5, color: 'text.secondary' }}>
          {`Sorted among the newest ${page.totalDocs.toLocaleString()}`}
        </Typography>
      )}
      <Steps {...props} />
    </>
  )
}

function Steps({ page, query, isWide, onChanged }: ListPagingProps) {
  const { totalPages, totalIsMore, hasPrevPage, hasNextPage, limit, docs } = page
  const before = (page.page - 1) * limit
  const shown = before + docs.length
  // A search that was stopped counts less than the pages that its cursors lead to.
  const totalDocs = Math.max(page.totalDocs, Math.min(shown, limits.counted))
  const { back, forth } = useSteps(page, query, onChanged)
  return (
    <Box
      sx={{ minHeight: listSizes.pagination, display: 'flex', alignItems: 'center', justifyContent: 'flex-end', px: 1 }}
    >
      <PageSize
        label={isWide ? 'Rows per page' : 'Rows'}
        size={limit}
        onChosen={(size) => onChanged({ limit: size })}
      />
      <Typography variant="body2" sx={{ mx: { xs: 1, md: 2.5 }, textAlign: 'center', whiteSpace: { md: 'nowrap' } }}>
        {(before + 1).toLocaleString()}–{shown.toLocaleString()} of {totalOf({ ...page, totalDocs })}
      </Typography>
      {isWide && (
        <Step label="first" icon="chevron-first" isPossible={hasPrevPage} onTaken={() => onChanged({ page: 1 })} />
      )}
      <Step label="previous" icon="chevron-left" isPossible={hasPrevPage} onTaken={back} />
      <Step label="next" icon="chevron-right" isPossible={hasNextPage} onTaken={forth} />
      {isWide && (
        <Step
          label="last"
          icon="chevron-last"
          isPossible={hasNextPage && !totalIsMore}
          onTaken={() => onChanged({ page: totalPages })}
        />
      )}
    </Box>
  )
}

/** Page by page: by number as far as is counted, and by cursor behind that. */
function useSteps(
  { page, totalPages, nextCursor }: PageOfEnquiries,
  query: ListQuery,
  onChanged: ListPagingProps['onChanged'],
) {
  // A cursor leads on only: the way back is that of one's own steps, by the address of each page.
  const cursors = useRef(new Map<string, string>())
  const addressOf = (number: number) => listAddress({ ...query, page: number, cursor: undefined }).search
  const go = (number: number, cursor: string | null | undefined) =>
    onChanged(number > totalPages ? { page: number, cursor: cursor ?? undefined } : { page: number })
  return {
    back: () => {
      const cursor = cursors.current.get(addressOf(page - 1))
      go(cursor ? page - 1 : Math.min(page - 1, totalPages), cursor)
    },
    forth: () => {
      if (query.cursor) cursors.current.set(addressOf(page), query.cursor)
      go(page + 1, nextCursor)
    },
  }
}

/** Of more than are counted, a search sorts those that it has found first. */
function isSortedInPart({ search, sort = '-createdAt' }: ListQuery, { totalIsMore, searchedBackTo }: PageOfEnquiries) {
  if (searchedBackTo !== undefined) return false
  return totalIsMore && search !== undefined && sort !== '-createdAt' && sort !== '-enquiryId'
}

interface StepProps {
  label: string
  icon: IconName
  isPossible: boolean
  onTaken: () => void
}

function Step({ label, icon, isPossible, onTaken }: StepProps) {
  return (
    <IconButton
      aria-label={`Go to ${label} page`}
      title={`Go to ${label} page`}
      disabled={!isPossible}
      onClick={onTaken}
    >
      <Icon name={icon} />
    </IconButton>
  )
}

/** What is filtered or searched is counted only so far. */
export function totalOf({ totalDocs, totalIsMore, searchedBackTo }: Total) {
  const extent = searchedBackTo === undefined ? (totalIsMore ? 'more than ' : '') : 'at least '
  return `${extent}${totalDocs.toLocaleString()}`
}

const pageSizes = [10, 25, 50, 100]

interface PageSizeProps {
  label: string
  size: number
  onChosen: (size: number) => void
}

/** How many rows a page has. */
function PageSize({ label, size, onChosen }: PageSizeProps) {
  return (
    <Typography component="label" variant="body2" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {label}
      <PlainSelect aria-label="Rows per page" value={size} onChange={(event) => onChosen(Number(event.target.value))}>
        {[...new Set([...pageSizes, size])].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </PlainSelect>
    </Typography>
  )
}
