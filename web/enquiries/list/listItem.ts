import { useRef } from 'react'
import type { ListedEnquiry } from '#contract/enquiries.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import { rowLink } from '#web/enquiries/rows/rowLink.ts'
import { paths, withReplyBox } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import type { RowActions } from './useRowActions.ts'

/** The list, as a table or as cards. */
export interface ListItemsProps {
  enquiries: ListedEnquiry[]
  /** The ids of the enquiries that someone else's change brought in. */
  fresh: ReadonlySet<string>
  /** Whether the assignee of each is shown. */
  hasAssignees: boolean
  selection: Selection
  actions: RowActions
}

/** One row or card. */
export interface ListItemProps {
  enquiry: ListedEnquiry
  hasAssignees: boolean
  isFresh: boolean
  isSelected: boolean
  onToggled: Selection['toggle']
  actions: RowActions
}

/** The props of the row or card of an enquiry. They stay equal until it changes, so that memo can skip the others. */
export function itemProps(enquiry: ListedEnquiry, { fresh, selection, ...props }: ListItemsProps): ListItemProps {
  const { _id } = enquiry
  const { hasAssignees, actions } = props
  const state = { isFresh: fresh.has(_id), isSelected: selection.has(_id) }
  return { enquiry, hasAssignees, ...state, onToggled: selection.toggle, actions }
}

/**
 * Moves the focus through the rows with the arrow keys. If the focused row was removed, the one in its place gets it.
 * For people who may answer, a key opens the desk to reply to the focused one.
 */
export function useRowKeys(enquiries: ListedEnquiry[] = [], canAnswer: boolean) {
  const router = useRouter()
  const place = useRef(-1)
  const move = (step: 1 | -1) => {
    const links = rowLinks()
    const focused = focusedOf(links)
    const next = focused < 0 ? place.current : focused + step
    place.current = Math.max(0, Math.min(next, links.length - 1))
    links[place.current]?.focus()
  }
  useShortcut('next', () => move(1))
  useShortcut('previous', () => move(-1))
  const reply = () => {
    const focused = enquiries[focusedOf(rowLinks())]
    if (focused) void router.push(paths.deskEnquiry(focused._id), withReplyBox)
  }
  useShortcut('replyInList', reply, canAnswer)
}

function rowLinks() {
  return [...document.querySelectorAll<HTMLElement>(`.${rowLink}`)]
}

/** The index of the row with the focus, or -1. */
function focusedOf(links: HTMLElement[]) {
  return links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
}
