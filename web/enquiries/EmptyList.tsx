import Button from '@mui/material/Button'
import { Notice } from '#web/components/Notice.tsx'
import { AddEnquiryButton } from './AddEnquiryButton.tsx'
import { EmptyTray, EmptyUnderGlass } from './EmptyListDrawing.tsx'

interface EmptyListProps {
  search: string | undefined
  /** Whether a search or a filter hides what there may be. */
  isFiltered: boolean
  canAdd: boolean
  onCleared: () => void
}

export function EmptyList({ search = '', isFiltered, canAdd, onCleared }: EmptyListProps) {
  if (isFiltered)
    return (
      <Notice
        picture={<EmptyUnderGlass />}
        title="Nothing found"
        action={
          <Button variant="outlined" onClick={onCleared}>
            Clear the filters
          </Button>
        }
      >
        {!search || /[\p{L}\p{N}]/u.test(search)
          ? 'No enquiry matches this search and these filters.'
          : 'Signs alone are not searched for. Search for letters or digits.'}
      </Notice>
    )
  return (
    <Notice picture={<EmptyTray />} title="No enquiries yet" action={canAdd && <AddEnquiryButton />}>
      What you ask of us is listed here, with its status and its comments.
    </Notice>
  )
}
