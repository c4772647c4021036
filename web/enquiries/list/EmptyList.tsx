import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { Notice } from '#web/components/notices/Notice.tsx'
import { AddEnquiryButton } from '#web/enquiries/create/AddEnquiryButton.tsx'
import { listSizes } from '#web/theme/listSizes.ts'

const EmptyListDrawing = latePart(async () => (await import('./EmptyListDrawing.tsx')).EmptyListDrawing)

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
  // The text under the drawing does not move when that comes.
  const picture = (
    <Box sx={{ width: listSizes.drawing, aspectRatio: listSizes.drawingRatio }}>
      <EmptyListDrawing isFiltered={isFiltered} />
    </Box>
  )
  if (isFiltered)
    return (
      <Notice
        picture={picture}
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
    <Notice picture={picture} title="No enquiries yet" action={canAdd && <AddEnquiryButton />}>
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
