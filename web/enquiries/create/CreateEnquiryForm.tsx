import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useForkRef } from '@mui/material/utils'
import { useEffect, useId, useRef } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { Failure } from '#web/api/errors.ts'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { LeaveDialog } from '#web/components/leaving/LeaveDialog.tsx'
import { KeptNotice } from '#web/components/notices/KeptNotice.tsx'
import { NoRoomNotice } from '#web/components/notices/NoRoomNotice.tsx'
import { DocumentsField } from '#web/documents/DocumentsField.tsx'
import { DropZone } from '#web/documents/DropZone.tsx'
import { StorageNotice } from '#web/documents/StorageNotice.tsx'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'
import { usePastedFiles } from '#web/documents/usePastedFiles.ts'
import { FormActions, FormCard } from '#web/enquiries/FormCard.tsx'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { layers, sizes } from '#web/theme/sizes.ts'
import type { NewEnquiry } from './useKeptEnquiry.ts'
import { useNewEnquiry, type SubmitNewEnquiry } from './useNewEnquiry.ts'

interface CreateEnquiryFormProps {
  userId: string
  types: string[]
  onSubmitted: SubmitNewEnquiry
  /** The server has the enquiry. */
  onFinished: () => void
  onCancelled: () => void
}

export function CreateEnquiryForm({ userId, types, onSubmitted, onFinished, onCancelled }: CreateEnquiryFormProps) {
  const enquiry = useNewEnquiry(userId, onSubmitted, onFinished)
  const { control, documents, failure, sent, submit, leaving, kept, isSubmitting } = enquiry
  const isOver = useDroppedFiles(documents.add)
  usePastedFiles(documents.add)
  return (
    <FormCard onSubmit={() => void submit()}>
      {kept.keptAt && <KeptNotice keptAt={kept.keptAt} onDiscarded={kept.discard} />}
      <Box sx={besideEachOther}>
        <Box sx={below}>
          <TextFields control={control} types={types} />
        </Box>
        <Box sx={below}>
          <DocumentsField
            documents={documents.chosen}
            errors={[...documents.refusals, ...documentErrors(failure)]}
            onAdded={documents.add}
            onRemoved={documents.remove}
          />
          <StorageNotice />
        </Box>
      </Box>
      <NoRoomNotice {...kept.trouble} />
      {sent !== undefined && documents.chosen.length > 0 && <SendingProgress share={sent} />}
      <FormActions problem={failure !== undefined && 'Not sent'}>
        <Button type="submit" variant="contained" startIcon={<Icon name="send" />} disabled={isSubmitting}>
          Submit
        </Button>
        <Button color="inherit" onClick={onCancelled}>
          Cancel
        </Button>
      </FormActions>
      <DropZone isOver={isOver} text="Drop images to add them" />
      <LeaveDialog
        isOpen={leaving.isAsking}
        isKept={!kept.trouble.texts && !kept.trouble.files}
        onStayed={leaving.stay}
        onLeft={leaving.leave}
        onDiscarded={() => {
          kept.forget()
          leaving.leave()
        }}
      />
    </FormCard>
  )
}

/** From lg, the documents are beside the texts, as on the enquiry that this becomes. */
const besideEachOther = {
  display: 'grid',
  columnGap: 4,
  rowGap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${enquirySizes.details}px` },
}
const below = { display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }

interface TextFieldsProps {
  control: Control<NewEnquiry>
  /** Types to choose from. Any other can be typed. */
  types: string[]
}

function TextFields({ control, types }: TextFieldsProps) {
  return (
    <>
      <TypeInput control={control} types={types} />
      <TextInput control={control} name="summery" label="Summary" slotProps={eitherDirection} />
      <TextInput control={control} name="description" label="Description" {...severalLines} minRows={4} />
      <TextInput control={control} name="comments" label="Comments" {...severalLines} minRows={3} />
    </>
  )
}

/** The first letters decide the direction of the text. */
const eitherDirection = { htmlInput: { dir: 'auto' } }
const severalLines = { multiline: true, maxRows: 16, slotProps: eitherDirection }

/** Above the first field, where they cover no other one, and below the header of the page. */
const suggestions = {
  popper: {
    placement: 'top-start' as const,
    modifiers: [{ name: 'flip', enabled: false }],
    sx: { zIndex: layers.floating },
  },
  // Clear of the label on the border of the field.
  paper: { variant: 'outlined' as const, sx: { mb: 1.25, borderColor: 'control' } },
  listbox: { sx: { maxHeight: sizes.suggestions, py: 0 } },
}

function TypeInput({ control, types }: TextFieldsProps) {
  const { field, fieldState } = useController({ control, name: 'enquiryType' })
  const input = useRef<HTMLInputElement>(null)
  const inputRef = useForkRef(input, field.ref)
  useEffect(() => input.current?.focus(), [])
  return (
    <Autocomplete
      freeSolo
      options={types}
      inputValue={field.value}
      onInputChange={(_event, typed) => field.onChange(typed)}
      slotProps={suggestions}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Enquiry Type"
          onBlur={field.onBlur}
          inputRef={inputRef}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? 'Required'}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, dir: 'auto', 'aria-required': true },
          }}
        />
      )}
    />
  )
}

function documentErrors(failure: Failure | undefined) {
  return failure?.errors?.documents ? [failure.errors.documents] : []
}

interface SendingProgressProps {
  /** The part that has been sent, from 0 to 1. */
  share: number
}

/** The upload progress. After it the bar is indeterminate while the server checks the pictures. */
function SendingProgress({ share }: SendingProgressProps) {
  const labelId = useId()
  const percent = Math.round(share * 100)
  const isAllSent = percent === 100
  return (
    <Box>
      <Typography id={labelId} variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {isAllSent ? 'Sent. Checking the documents…' : `Sending, ${percent} %`}
      </Typography>
      <LinearProgress aria-labelledby={labelId} variant={isAllSent ? 'indeterminate' : 'determinate'} value={percent} />
    </Box>
  )
}
