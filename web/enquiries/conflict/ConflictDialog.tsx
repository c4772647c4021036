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
import { EnquiryStatus, type NewerEnquiry } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { useAppSelector } from '#web/hooks.ts'
import { BothTexts } from './BothTexts.tsx'
import { fieldLabels, otherVersion, withTheirs, type ChangedField, type EnquiryChanges } from './merging.ts'
import { joinTexts } from './textDifferences.ts'

export interface Conflict {
  /** The fields that both people have changed. */
  fields: ChangedField[]
  mine: EnquiryChanges
  theirs: NewerEnquiry
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
  const ownId = useAppSelector(selectUser)?._id
  const other = otherVersion(theirs, fields, ownId)
  const their = (field: ChangedField) => otherVersion(theirs, [field], ownId).their
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
      <DialogTitle id={`${id}title`}>{other.saved}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        <DialogContentText id={`${id}text`}>
          {`There are two new versions of ${fields.map((field) => fieldLabels[field]).join(' and ')}. None of your changes are saved until you choose.`}
        </DialogContentText>
        {has('enquiryStatus') && <BothStatuses mine={mine} theirs={theirs} their={their('enquiryStatus')} />}
        {has('comments') && <BothTexts mine={mine.comments} theirs={theirs.comments} their={their('comments')} />}
        {merged && <MergeFields fields={fields} merged={merged} onChanged={merge} />}
      </DialogContent>
      <Choices conflict={conflict} merged={merged} use={other.use} onMergeBegun={begin} onSettled={onSettled} />
    </Dialog>
  )
}

interface BothStatusesProps {
  mine: EnquiryChanges
  theirs: EnquiryChanges
  their: string
}

function BothStatuses({ mine, theirs, their }: BothStatusesProps) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, alignItems: 'center' }}>
      <Box component="dt">Your status</Box>
      <Box component="dd" sx={{ m: 0 }}>
        <StatusChip status={mine.enquiryStatus} />
      </Box>
      <Box component="dt">{their} status</Box>
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
          label="Combined status"
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just pressed Combine
          autoFocus
          multiline
          minRows={4}
          maxRows={14}
          label="Combined comments"
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
  /** The label of the button that takes the other version. */
  use: string
  onMergeBegun: () => void
  onSettled: (values: EnquiryChanges) => void
}

function Choices({ conflict: { fields, mine, theirs }, merged, use, onMergeBegun, onSettled }: ChoicesProps) {
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
      {merged ? (
        <Button
          variant="contained"
          disabled={merged.comments.length > limits.comments}
          onClick={() => onSettled(merged)}
        >
          Save combined version
        </Button>
      ) : (
        <Button variant="contained" onClick={onMergeBegun}>
          Combine
        </Button>
      )}
      <Button color="inherit" variant="outlined" onClick={() => onSettled(withTheirs(mine, theirs, fields))}>
        {use}
      </Button>
      <Button color="inherit" variant="outlined" onClick={() => onSettled(mine)}>
        Replace with mine
      </Button>
    </DialogActions>
  )
}
