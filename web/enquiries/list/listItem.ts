import type { ListedEnquiry } from '#contract/enquiries.ts'
import type { Selection } from '#web/enquiries/bulk/useSelection.ts'
import type { RowActions } from './useRowActions.ts'

/** The list, as a table or as cards. */
export interface ListItemsProps {
  enquiries: ListedEnquiry[]
  /** The ids of the enquiries that someone else's change brought in. */
  fresh: ReadonlySet<string>
  selection: Selection
  actions: RowActions
}

/** One row or card. */
export interface ListItemProps {
  enquiry: ListedEnquiry
  isFresh: boolean
  isSelected: boolean
  onToggled: Selection['toggle']
  actions: RowActions
}

/** The props of the row or card of an enquiry. They stay equal until it changes, so that memo can skip the others. */
export function itemProps(enquiry: ListedEnquiry, { fresh, selection, actions }: ListItemsProps): ListItemProps {
  const { _id } = enquiry
  return { enquiry, isFresh: fresh.has(_id), isSelected: selection.has(_id), onToggled: selection.toggle, actions }
}
