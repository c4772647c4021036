import { useEventCallback } from '@mui/material/utils'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { toastError } from '#web/api/toasts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import { filterOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** All that match the filter, on whatever page. */
  isAll: boolean
  has: (id: string) => boolean
  /** With a range, all between this one and the one before it are selected as well. Always the same function. */
  toggle: (id: string, isRange: boolean) => void
  /** Of the rows on the screen: whether all, some or none are selected. */
  onPage: 'all' | 'some' | 'none'
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

interface Selected {
  /** What it was selected from: another filter means other enquiries. */
  from: string
  ids: ReadonlySet<string>
  isAll: boolean
  /** Where a range begins. */
  anchor?: string
}

const tooMany = `No more than ${limits.bulkIds.toLocaleString()} can be selected one by one. Select all that match, or narrow the list`

/** Which enquiries of the list are selected. It survives turning pages and sorting, and ends with the filter. */
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
