import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { EnquiryStatus, enquiryStatuses } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { BothTexts } from './BothTexts.tsx'
import { fieldLabels, withTheirs, type ChangedField, type EnquiryChanges } from './merging.ts'
import { joinTexts } from './textDifferences.ts'

export interface Conflict {
  /** The fields that both people have changed. */
  fields: ChangedField[]
  mine: EnquiryChanges
  theirs: EnquiryChanges
}

interface ConflictDialogProps {
  conflict: Conflict
  onSettled: (values: EnquiryChanges) => void
  /** Called on each edit of the merge, so that it can be kept. */
  onMerged?: (merged: EnquiryChanges) => void
  /** Called without a decision or a save. A merge that was begun must not be lost. */
  onClosed: (merged: EnquiryChanges | undefined) => void
}

/** Shows both versions when two people have changed the same field. The second person decides. */
export function ConflictDialog({ conflict, onSettled, onMerged, onClosed }: ConflictDialogProps) {
  const { fields, mine, theirs } = conflict
  const [merged, setMerged] = useState<EnquiryChanges>()
  const id = useId()
  const has = (field: ChangedField) => fields.includes(field)
  const merge = (values: EnquiryChanges) => {
    setMerged(values)
    onMerged?.(values)
  }
  const begin = () =>
    merge({ ...mine, comments: has('comments') ? joinTexts(mine.comments, theirs.comments) : mine.comments })
  return (
    <Dialog
      open
      onClose={() => onClosed(merged)}
      fullWidth
      maxWidth="md"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <DialogTitle id={`${id}title`}>Someone else changed this while you were editing</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        <DialogContentText id={`${id}text`}>
          {`You have both changed ${fields.map((field) => fieldLabels[field]).join(' and ')}. None of your changes are saved until you choose.`}
        </DialogContentText>
        {has('enquiryStatus') && <BothStatuses mine={mine} theirs={theirs} />}
        {has('comments') && <BothTexts mine={mine.comments} theirs={theirs.comments} />}
        {merged && <MergeFields fields={fields} merged={merged} onChanged={merge} />}
      </DialogContent>
      <Choices conflict={conflict} merged={merged} onMergeBegun={begin} onSettled={onSettled} />
    </Dialog>
  )
}

interface BothStatusesProps {
  mine: EnquiryChanges
  theirs: EnquiryChanges
}

function BothStatuses({ mine, theirs }: BothStatusesProps) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, alignItems: 'center' }}>
      <Box component="dt">Your status</Box>
      <Box component="dd" sx={{ m: 0 }}>
        <StatusChip status={mine.enquiryStatus} />
      </Box>
      <Box component="dt">Their status</Box>
      <Box component="dd" sx={{ m: 0 }}>
        <StatusChip status={theirs.enquiryStatus} />
      </Box>
    </Box>
  )
}

interface MergeFieldsProps {
  fields: ChangedField[]
  merged: EnquiryChanges
  onChanged: (merged: EnquiryChanges) => void
}

function MergeFields({ fields, merged, onChanged }: MergeFieldsProps) {
  const id = useId()
  const isTooLong = merged.comments.length > limits.comments
  return (
    <>
      {fields.includes('enquiryStatus') && (
        <TextField
          id={id}
          select
          label="Merged status"
          value={merged.enquiryStatus}
          onChange={({ target }) => onChanged({ ...merged, enquiryStatus: EnquiryStatus.parse(target.value) })}
        >
          {enquiryStatuses.map((status) => (
            <MenuItem key={status} value={status}>
              <StatusChip status={status} />
            </MenuItem>
          ))}
        </TextField>
      )}
      {fields.includes('comments') && (
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just pressed Edit
          autoFocus
          multiline
          minRows={4}
          maxRows={14}
          label="Merged comments"
          value={merged.comments}
          error={isTooLong}
          helperText={isTooLong && `At most ${limits.comments.toLocaleString()} characters`}
          onChange={({ target }) => onChanged({ ...merged, comments: target.value })}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
      )}
    </>
  )
}

interface ChoicesProps {
  conflict: Conflict
  merged: EnquiryChanges | undefined
  onMergeBegun: () => void
  onSettled: (values: EnquiryChanges) => void
}

function Choices({ conflict: { fields, mine, theirs }, merged, onMergeBegun, onSettled }: ChoicesProps) {
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
      {merged ? (
        <Button
          variant="contained"
          disabled={merged.comments.length > limits.comments}
          onClick={() => onSettled(merged)}
        >
          Save merged version
        </Button>
      ) : (
        <Button color="inherit" onClick={onMergeBegun}>
          Edit merged version
        </Button>
      )}
      <Button color="inherit" variant="outlined" onClick={() => onSettled(withTheirs(mine, theirs, fields))}>
        Take theirs
      </Button>
      <Button
        variant={merged ? 'outlined' : 'contained'}
        color={merged ? 'inherit' : 'primary'}
        onClick={() => onSettled(mine)}
      >
        Keep mine
      </Button>
    </DialogActions>
  )
}
