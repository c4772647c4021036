import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState, type FormEvent } from 'react'
import { Link as RouterLink } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { SavedView } from '#contract/views.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useChangeViewMutation, useRemoveViewMutation } from './viewApi.ts'

interface ViewItemProps {
  view: SavedView
  /** The current list, in the form in which a view is saved. */
  current: string
  canChange: boolean
  onOpened: () => void
}

export function ViewItem({ view, current, canChange, onOpened }: ViewItemProps) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown')
  const show = () => setMode('shown')
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider', py: 0.5 }}>
      {mode === 'renaming' && <Renaming view={view} onEnded={show} />}
      {mode === 'removing' && <Removing view={view} onEnded={show} />}
      {mode === 'shown' && (
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <Link
              component={RouterLink}
              to={{ pathname: paths.home, search: view.query }}
              variant="subtitle2"
              aria-current={view.query === current ? 'page' : undefined}
              onClick={onOpened}
              sx={{ overflowWrap: 'anywhere' }}
            >
              {view.name}
            </Link>
            <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
              {view.isShared ? 'For the company' : 'For you'}
            </Typography>
          </Box>
          {canChange && <Changes view={view} current={current} onChosen={setMode} />}
        </Box>
      )}
    </Box>
  )
}

interface ChangesProps {
  view: SavedView
  current: string
  onChosen: (mode: 'renaming' | 'removing') => void
}

function Changes({ view, current, onChosen }: ChangesProps) {
  const [changeView, { isLoading }] = useChangeViewMutation()
  const replace = () => void changeView({ id: view._id, body: { query: current } })
  return (
    <>
      {view.query !== current && (
        <IconButton
          aria-label={`Save the current list as ${view.name}`}
          title="Save the current list under this name"
          disabled={isLoading}
          onClick={replace}
        >
          <Icon name="save" />
        </IconButton>
      )}
      <IconButton aria-label={`Rename ${view.name}`} title="Rename" onClick={() => onChosen('renaming')}>
        <Icon name="pencil" />
      </IconButton>
      <IconButton aria-label={`Delete ${view.name}`} title="Delete" onClick={() => onChosen('removing')}>
        <Icon name="trash-2" />
      </IconButton>
    </>
  )
}

interface EndingProps {
  view: SavedView
  onEnded: () => void
}

function Renaming({ view, onEnded }: EndingProps) {
  const [changeView, { isLoading }] = useChangeViewMutation()
  const [name, setName] = useState(view.name)
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && (await changeView({ id: view._id, body: { name } })).error === undefined) onEnded()
  }
  return (
    <Box component="form" onSubmit={(event) => void rename(event)} sx={{ display: 'flex', gap: 1, py: 1 }}>
      <TextField
        label="Name"
        size="small"
        fullWidth
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: limits.view.name, dir: 'auto' } }}
        inputRef={takeFocus}
      />
      <Button type="submit" disabled={isLoading}>
        Rename
      </Button>
      <Button color="inherit" onClick={onEnded}>
        Cancel
      </Button>
    </Box>
  )
}

function Removing({ view, onEnded }: EndingProps) {
  const [removeView, { isLoading }] = useRemoveViewMutation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Typography variant="body2" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
        {`Delete “${view.name}”?`}
      </Typography>
      <Button color="error" ref={takeFocus} disabled={isLoading} onClick={() => void removeView(view._id)}>
        Delete
      </Button>
      <Button color="inherit" onClick={onEnded}>
        Keep
      </Button>
    </Box>
  )
}

/** The button that had the focus has been removed. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
