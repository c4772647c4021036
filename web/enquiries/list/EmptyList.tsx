import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Notice } from '#web/components/notices/Notice.tsx'
import { AddEnquiryButton } from '#web/enquiries/create/AddEnquiryButton.tsx'
import { listSizes } from '#web/theme/listSizes.ts'
import { EmptyListDrawing } from './EmptyListDrawing.tsx'

interface EmptyListProps {
  search: string | undefined
  /** A search or a filter is active. */
  isFiltered: boolean
  /** The search stopped before it reached all enquiries. */
  isStopped: boolean
  canAdd: boolean
  onCleared: () => void
}

export function EmptyList({ search = '', isFiltered, isStopped, canAdd, onCleared }: EmptyListProps) {
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
      Everything your team raises appears here.
    </Notice>
  )
}

function reasonFor(search: string, isStopped: boolean) {
  if (isStopped) return 'None of the enquiries searched so far match this search and these filters.'
  return !search || /[\p{L}\p{N}]/u.test(search)
    ? 'No enquiries match this search and these filters.'
    : 'Search for letters or digits. Punctuation alone finds nothing.'
}
