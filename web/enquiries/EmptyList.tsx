import Button from '@mui/material/Button'
import { Notice } from '#web/components/Notice.tsx'
import { AddEnquiryButton } from './AddEnquiryButton.tsx'
import { EmptyTray, EmptyUnderGlass } from './EmptyListDrawing.tsx'

interface EmptyListProps {
  search: string | undefined
  /** Whether a search or a filter hides what there may be. */
  isFiltered: boolean
  /** Whether only a part of the enquiries was searched. */
  isStopped: boolean
  canAdd: boolean
  onCleared: () => void
}

export function EmptyList({ search = '', isFiltered, isStopped, canAdd, onCleared }: EmptyListProps) {
  if (isFiltered)
    return (
      <Notice
        picture={<EmptyUnderGlass />}
        title={isStopped ? 'Nothing found so far' : 'Nothing found'}
        action={
          <Button variant="outlined" onClick={onCleared}>
            Clear the filters
          </Button>
        }
      >
        {reasonFor(search, isStopped)}
      </Notice>
    )
  return (
    <Notice picture={<EmptyTray />} title="No enquiries yet" action={canAdd && <AddEnquiryButton />}>
      What you ask of us is listed here, with its status and its comments.
    </Notice>
  )
}

function reasonFor(search: string, isStopped: boolean) {
  if (isStopped) return 'None of the enquiries that were searched matches this search and these filters.'
  return !search || /[\p{L}\p{N}]/u.test(search)
    ? 'No enquiry matches this search and these filters.'
    : 'Signs alone are not searched for. Search for letters or digits.'
}
