import Typography from '@mui/material/Typography'
import { useEffect, useRef, type MouseEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { PlainButton } from '#web/components/PlainButton.tsx'
import type { PageOfEnquiries, Total } from '#web/enquiries/enquiryApi.ts'
import { listAddress, type ListQuery } from '#web/enquiries/filters/listQuery.ts'

interface ListPagingProps {
  page: PageOfEnquiries
  query: ListQuery
  isWide: boolean
  onChanged: (changes: Partial<ListQuery>) => void
}

/** The paging of the list. A search that sorts only part of its matches says so. */
export function ListPaging(props: ListPagingProps) {
  const { query, page } = props
  return (
    <>
      {isSortedInPart(query, page) && (
        <Typography variant="caption" component="p" sx={{ px: 2.5, pt: 1.5, color: 'text.secondary' }}>
          {`Only the newest ${page.totalDocs.toLocaleString()} matches are sorted`}
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
  // A stopped search counts fewer rows than its cursors lead to.
  const totalDocs = Math.max(page.totalDocs, Math.min(shown, limits.counted))
  const { back, forward } = useSteps(page, query, onChanged)
  const show = useShownTop(page)
  return (
    <div className="list-paging">
      <PageSize
        label={isWide ? 'Rows per page' : 'Rows'}
        size={limit}
        onChosen={(size) => onChanged({ limit: size })}
      />
      <p>
        {(before + 1).toLocaleString()}–{shown.toLocaleString()} of {totalOf({ ...page, totalDocs })}
      </p>
      {isWide && (
        <Step
          label="first"
          icon="chevron-first"
          isEnabled={hasPrevPage}
          onPressed={show(() => onChanged({ page: 1 }))}
        />
      )}
      <Step label="previous" icon="chevron-left" isEnabled={hasPrevPage} onPressed={show(back)} />
      <Step label="next" icon="chevron-right" isEnabled={hasNextPage} onPressed={show(forward)} />
      {isWide && (
        <Step
          label="last"
          icon="chevron-last"
          isEnabled={hasNextPage && !totalIsMore}
          onPressed={show(() => onChanged({ page: totalPages }))}
        />
      )}
    </div>
  )
}

/** Steps by page number as far as rows are counted, and by cursor beyond that. */
function useSteps(
  { page, totalPages, nextCursor }: PageOfEnquiries,
  query: ListQuery,
  onChanged: ListPagingProps['onChanged'],
) {
  // A cursor only leads forwards, so the way back is remembered here by the address of each page.
  const cursors = useRef(new Map<string, string>())
  const addressOf = (number: number) => listAddress({ ...query, page: number, cursor: undefined }).search
  const go = (number: number, cursor: string | null | undefined) =>
    onChanged(number > totalPages ? { page: number, cursor: cursor ?? undefined } : { page: number })
  return {
    back: () => {
      const cursor = cursors.current.get(addressOf(page - 1))
      go(cursor ? page - 1 : Math.min(page - 1, totalPages), cursor)
    },
    forward: () => {
      if (query.cursor) cursors.current.set(addressOf(page), query.cursor)
      go(page + 1, nextCursor)
    },
  }
}

/** Shows the top of the list once its next page is there. After a press of a key, the focus is there too. */
function useShownTop(page: PageOfEnquiries) {
  const wanted = useRef<'focus' | 'scroll'>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    window.scrollTo(0, 0)
    if (wanted.current === 'focus') document.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true })
    wanted.current = undefined
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the page is the trigger, not an input
  }, [page])
  return (go: () => void) => (event: MouseEvent) => {
    wanted.current = event.detail === 0 ? 'focus' : 'scroll'
    go()
  }
}

/** A search with more matches than are counted sorts only the first ones. */
function isSortedInPart({ search, sort = '-createdAt' }: ListQuery, { totalIsMore, searchedBackTo }: PageOfEnquiries) {
  if (searchedBackTo !== undefined) return false
  return totalIsMore && search !== undefined && sort !== '-createdAt' && sort !== '-enquiryId'
}

interface StepProps {
  label: string
  icon: IconName
  isEnabled: boolean
  onPressed: (event: MouseEvent) => void
}

function Step({ label, icon, isEnabled, onPressed }: StepProps) {
  return (
    <PlainButton
      className="icon-button"
      aria-label={`Go to ${label} page`}
      title={`Go to ${label} page`}
      disabled={!isEnabled}
      onClick={onPressed}
    >
      <Icon name={icon} />
    </PlainButton>
  )
}

/** The total in words. A filter or search is counted only up to a limit. */
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

/** Chooses the number of rows on a page. */
function PageSize({ label, size, onChosen }: PageSizeProps) {
  return (
    <label className="page-size">
      {label}
      <PlainSelect aria-label="Rows per page" value={size} onChange={(event) => onChosen(Number(event.target.value))}>
        {[...new Set([...pageSizes, size])].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </PlainSelect>
    </label>
  )
}
