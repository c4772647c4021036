import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState, type FormEvent } from 'react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { limits } from '#contract/limits.ts'
import { isFailure, type Failure } from '#web/api/errors.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { viewOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { useListViewsQuery, useSaveViewMutation } from './viewApi.ts'
import { ViewItem } from './ViewItem.tsx'

interface ViewsDialogProps {
  open: boolean
  /** The current list, which can be saved. */
  query: ListQuery
  onClosed: () => void
}

/** Lists the saved views, the company's and the person's own, and saves the current list. */
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
  if (!views && error) return <RetryAlert message="The views could not be loaded" onRetry={refetch} />
  if (!views) return <Skeleton variant="rounded" height={44} />
  if (views.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        None yet. Filter, search or sort the list, then save it under a name.
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

interface SaveViewFormProps {
  /** The current list, in the form in which a view is saved. */
  query: string
}

/** The toast has told the message. */
function nameError({ errors, message }: Failure) {
  return errors?.name === message ? undefined : (errors?.name ?? 'Not saved')
}

function SaveViewForm({ query }: SaveViewFormProps) {
  const [saveView, { isLoading, error }] = useSaveViewMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const mayShare = useMayShare()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    const body = { name, query, isShared }
    const { error: refused } = await saveView({ body, idempotencyKey: keyFor(body) })
    if (refused) return
    forget()
    setName('')
  }
  return (
    <Box component="form" onSubmit={(event) => void save(event)} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        Save the current list
      </Typography>
      <TextField
        label="View name"
        size="small"
        value={name}
        error={isFailure(error)}
        helperText={isFailure(error) ? nameError(error) : undefined}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: limits.view.name, dir: 'auto' } }}
      />
      {mayShare && (
        <FormControlLabel
          control={
            <Checkbox size="small" checked={isShared} onChange={(_event, isChecked) => setIsShared(isChecked)} />
          }
          label="For the whole company"
        />
      )}
      <Button type="submit" variant="contained" disabled={isLoading || !name.trim()} sx={{ justifySelf: 'start' }}>
        Save view
      </Button>
    </Box>
  )
}

/** Whether the signed-in person may share views and change shared ones. */
function useMayShare() {
  return useAbility<AppAbility>().can('update', 'company')
}
