import Button from '@mui/material/Button'
import type { Failure } from '#web/api/errors.ts'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { LeaveDialog } from '#web/components/leaving/LeaveDialog.tsx'
import { KeptNotice } from '#web/components/notices/KeptNotice.tsx'
import { NoRoomNotice } from '#web/components/notices/NoRoomNotice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { DocumentsField } from '#web/documents/DocumentsField.tsx'
import { DropZone } from '#web/documents/DropZone.tsx'
import { StorageNotice } from '#web/documents/StorageNotice.tsx'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'
import { usePastedFiles } from '#web/documents/usePastedFiles.ts'
import { FormActions, FormCard } from '#web/enquiries/FormCard.tsx'
import { SendingProgress } from './SendingProgress.tsx'
import { TypeInput } from './TypeInput.tsx'
import { useNewEnquiry, type SubmitNewEnquiry } from './useNewEnquiry.ts'

interface CreateEnquiryFormProps {
  userId: string
  types: string[]
  onSubmitted: SubmitNewEnquiry
  /** The enquiry has arrived. */
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
      <TypeInput control={control} types={types} />
      <TextInput control={control} name="summery" label="Summary" slotProps={eitherDirection} />
      <TextInput
        control={control}
        name="description"
        label="Description"
        multiline
        minRows={4}
        maxRows={16}
        slotProps={eitherDirection}
      />
      <TextInput
        control={control}
        name="comments"
        label="Comments"
        multiline
        minRows={3}
        maxRows={16}
        slotProps={eitherDirection}
      />
      <DocumentsField
        documents={documents.drafts}
        errors={[...documents.refusals, ...errorsAboutAll(failure)]}
        onAdded={documents.add}
        onRemoved={documents.remove}
      />
      <StorageNotice />
      <NoRoomNotice {...kept.trouble} />
      {failure && <RetryAlert message={failure.message} onRetry={() => void submit()} />}
      {sent !== undefined && documents.drafts.length > 0 && <SendingProgress share={sent} />}
      <FormActions>
        <Button color="inherit" onClick={onCancelled}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={isSubmitting}>
          Submit
        </Button>
      </FormActions>
      <DropZone isOver={isOver} />
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

/** Text runs as its first letters do. */
const eitherDirection = { htmlInput: { dir: 'auto' } }

function errorsAboutAll(failure: Failure | undefined) {
  return failure?.errors?.documents ? [failure.errors.documents] : []
}
