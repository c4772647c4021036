import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { isFailure } from '#web/api/errors.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { viewOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { SaveViewForm } from './SaveViewForm.tsx'
import { useMayShare } from './useMayShare.ts'
import { useListViewsQuery } from './viewApi.ts'
import { ViewItem } from './ViewItem.tsx'

interface ViewsDialogProps {
  open: boolean
  /** What is on the screen, and can be saved. */
  query: ListQuery
  onClosed: () => void
}

/** Views of the list under a name: the company's and one's own. */
export function ViewsDialog({ open, query, onClosed }: ViewsDialogProps) {
  const titleId = useId()
  const current = viewOf(query)
  return (
    <Dialog open={open} onClose={onClosed} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle sx={{ display: 'flex', alignItems: 'center', pb: 1 }}>
        <Box component="span" id={titleId} sx={{ flexGrow: 1 }}>
          Saved views
        </Box>
        <IconButton aria-label="Close" edge="end" onClick={onClosed}>
          <Icon name="x" />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {open && <Views current={current} onOpened={onClosed} />}
        <SaveViewForm query={current} />
      </DialogContent>
    </Dialog>
  )
}

interface ViewsProps {
  current: string
  onOpened: () => void
}

function Views({ current, onOpened }: ViewsProps) {
  const { data: views, error, refetch } = useListViewsQuery(undefined, { refetchOnMountOrArgChange: true })
  const mayShare = useMayShare()
  if (!views && error) {
    const message = isFailure(error) ? error.message : 'The views could not be loaded'
    return <RetryAlert message={message} onRetry={() => void refetch()} />
  }
  if (!views) return <Skeleton variant="rounded" height={44} />
  if (views.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        None yet. Filter, search or sort the list, then save what you see under a name.
      </Typography>
    )
  return (
    <Box component="ul" aria-label="Saved views" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {views.map((view) => (
        <ViewItem
          key={view._id}
          view={view}
          current={current}
          canChange={mayShare || !view.isShared}
          onOpened={onOpened}
        />
      ))}
    </Box>
  )
}
