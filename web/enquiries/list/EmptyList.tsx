import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { Notice } from '#web/components/notices/Notice.tsx'
import { AddEnquiryButton } from '#web/enquiries/create/AddEnquiryButton.tsx'
import { filterCount, isFiltered, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { FirstSteps } from '#web/enquiries/firstSteps/FirstSteps.tsx'
import { useFirstSteps } from '#web/enquiries/firstSteps/useFirstSteps.ts'
import { useAppSelector } from '#web/hooks.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { EmptyListDrawing } from './EmptyListDrawing.tsx'

interface EmptyListProps {
  query: ListQuery
  /** The search stopped before it reached all enquiries. */
  isStopped: boolean
  canAdd: boolean
  onCleared: () => void
}

export function EmptyList({ query, isStopped, canAdd, onCleared }: EmptyListProps) {
  const user = useAppSelector(selectUser)
  const isOfUser = filterCount(query) === 1 && !query.search && query.raisedBy?.[0] === user?._id
  if (isOfUser) return <NothingRaised canAdd={canAdd} onCleared={onCleared} />
  if (isFiltered(query)) return <NothingFound search={query.search} {...{ isStopped, onCleared }} />
  return <EmptyHome canAdd={canAdd} />
}

interface NothingRaisedProps {
  canAdd: boolean
  onCleared: () => void
}

/** The list of a person's own enquiries, before the first. */
function NothingRaised({ canAdd, onCleared }: NothingRaisedProps) {
  return (
    <Notice
      picture={<Picture isFiltered={false} />}
      title="You have not raised an enquiry yet"
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
          {canAdd && <AddEnquiryButton />}
          <Button variant="outlined" color="inherit" onClick={onCleared}>
            Show everyone’s enquiries
          </Button>
        </Box>
      }
    >
      Enquiries you raise appear here, with their status and the replies.
    </Notice>
  )
}

interface NothingFoundProps {
  search: string | undefined
  isStopped: boolean
  onCleared: () => void
}

function NothingFound({ search = '', isStopped, onCleared }: NothingFoundProps) {
  return (
    <Notice
      picture={<Picture isFiltered />}
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
}

interface EmptyHomeProps {
  canAdd: boolean
}

/** A company without enquiries: an owner sees what to do first. */
function EmptyHome({ canAdd }: EmptyHomeProps) {
  const isOwner = useAbility<AppAbility>().can('update', 'company')
  return isOwner ? <OwnersEmptyHome canAdd={canAdd} /> : <NothingYet canAdd={canAdd} />
}

function OwnersEmptyHome({ canAdd }: EmptyHomeProps) {
  const { steps, isPending } = useFirstSteps()
  if (isPending) return null
  return steps.length > 0 ? <FirstSteps steps={steps} /> : <NothingYet canAdd={canAdd} />
}

function NothingYet({ canAdd }: EmptyHomeProps) {
  return (
    <Notice picture={<Picture isFiltered={false} />} title="No enquiries yet" action={canAdd && <AddEnquiryButton />}>
      Everything your team raises appears here.
    </Notice>
  )
}

interface PictureProps {
  isFiltered: boolean
}

function Picture({ isFiltered: isUnderGlass }: PictureProps) {
  return (
    <Box sx={{ width: listSizes.drawing, aspectRatio: listSizes.drawingRatio }}>
      <EmptyListDrawing isFiltered={isUnderGlass} />
    </Box>
  )
}

function reasonFor(search: string, isStopped: boolean) {
  if (isStopped) return 'None of the enquiries searched so far match this search and these filters.'
  return !search || /[\p{L}\p{N}]/u.test(search)
    ? 'No enquiries match this search and these filters.'
    : 'Search for letters or digits. Punctuation alone finds nothing.'
}
