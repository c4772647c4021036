import { useEventCallback } from '@mui/material/utils'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { toastError } from '#web/api/toasts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { filterOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** All enquiries that match the filter are selected, on every page. */
  isAll: boolean
  has: (id: string) => boolean
  /** With `isRange`, also selects the rows since the last toggled one. The function's identity is stable. */
  toggle: (id: string, isRange: boolean) => void
  /** Whether all, some or none of the rows on the screen are selected. */
  onPage: 'all' | 'some' | 'none'
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

interface Selected {
  /** The filter at the time; another filter ends the selection. */
  from: string
  ids: ReadonlySet<string>
  isAll: boolean
  /** The row at which a range starts. */
  anchor?: string
}

const tooMany = `No more than ${limits.bulkIds.toLocaleString()} can be selected one by one. Select all matches, or narrow the list`

/** The selected enquiries. The selection survives paging and sorting, and ends when the filter changes. */
export function useSelection(query: ListQuery, page: PageOfEnquiries | undefined): Selection {
  const from = JSON.stringify(filterOf(query))
  const nothing: Selected = { from, ids: new Set(), isAll: false }
  const [kept, setSelected] = useState(nothing)
  const selected = kept.from === from ? kept : nothing
  const { ids, isAll } = selected
  const rows = page?.docs.map(({ _id }) => _id) ?? []
  const has = (id: string) => isAll || ids.has(id)
  const choose = (chosen: Iterable<string>, anchor?: string) => {
    const wanted = [...new Set(chosen)]
    if (wanted.length > limits.bulkIds) toastError(tooMany)
    setSelected({ from, ids: new Set(wanted.slice(0, limits.bulkIds)), isAll: false, anchor })
  }
  const known = isAll ? rows : [...ids]
  const toggle = useEventCallback((id: string, isRange: boolean) => {
    if (isRange && selected.anchor) choose([...known, ...between(rows, selected.anchor, id)], id)
    else choose(has(id) ? known.filter((each) => each !== id) : [...known, id], id)
  })
  const count = rows.filter(has).length
  const onPage = count === 0 ? 'none' : count === rows.length ? 'all' : 'some'
  useShortcut('select', () => document.activeElement?.closest('tr, li')?.querySelector('input')?.click())
  return {
    ids,
    isAll,
    has,
    toggle,
    onPage,
    togglePage: () => choose(onPage === 'all' ? known.filter((id) => !rows.includes(id)) : [...known, ...rows]),
    selectAll: () => setSelected({ from, ids: new Set(), isAll: true }),
    clear: () => setSelected(nothing),
  }
}

function between(rows: string[], one: string, other: string) {
  const [first, last] = [rows.indexOf(one), rows.indexOf(other)].toSorted((a, b) => a - b)
  return first! < 0 ? [other] : rows.slice(first, last! + 1)
}
