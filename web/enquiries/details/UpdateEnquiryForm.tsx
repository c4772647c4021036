import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { KeptNotice } from '#web/components/notices/KeptNotice.tsx'
import { NoRoomNotice } from '#web/components/notices/NoRoomNotice.tsx'
import { DocumentsField } from '#web/documents/DocumentsField.tsx'
import { FormActions, FormCard } from '#web/enquiries/FormCard.tsx'
import { StatusSelect, type StatusList } from '#web/enquiries/StatusSelect.tsx'
import { EnquiryFacts } from './EnquiryFacts.tsx'
import type { EnquiryEditing } from './useEnquiryEditing.ts'
import { useFreshDocuments } from './useFreshDocuments.ts'

interface UpdateEnquiryFormProps {
  enquiry: Enquiry
  editing: EnquiryEditing
  statusList: StatusList
  /** Whether the conversation is beside the fields in a wide window. It begins with the same title. */
  hasConversation: boolean
  /** The files of the conversation. */
  threadFiles: ReactNode
}

export function UpdateEnquiryForm({ enquiry, editing, statusList, ...props }: UpdateEnquiryFormProps) {
  const { control, isEditing, isSaving, hasFailed, kept } = editing
  const { hasConversation, threadFiles } = props
  const renew = useFreshDocuments(enquiry._id)
  return (
    <FormCard onSubmit={() => void editing.submit()}>
      {kept.kept && (
        <KeptNotice
          keptAt={kept.kept.keptAt}
          onResumed={kept.kept.isOutdated && !isEditing ? kept.resume : undefined}
          onDiscarded={editing.cancel}
        />
      )}
      <Typography
        component="h2"
        variant="h6"
        dir="auto"
        sx={{ overflowWrap: 'anywhere', display: { lg: hasConversation ? 'none' : 'block' } }}
      >
        {enquiry.summery || enquiry.enquiryType}
      </Typography>
      <ReadOnlyField label="Enquiry ID" value={enquiry.enquiryId} />
      <StatusSelect control={control} disabled={!isEditing} {...statusList} />
      <ReadOnlyField label="Enquiry Type" value={enquiry.enquiryType} />
      <ReadOnlyField label="Summary" value={enquiry.summery} multiline />
      <ReadOnlyField label="Description" value={enquiry.description} multiline />
      <TextInput
        control={control}
        name="comments"
        label="Comments"
        multiline
        minRows={3}
        // A disabled field cannot be scrolled by keyboard.
        maxRows={isEditing ? 16 : undefined}
        disabled={!isEditing}
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      <DocumentsField documents={enquiry.documents} disabled onRenewed={renew} />
      {threadFiles}
      <EnquiryFacts enquiry={enquiry} />
      <NoRoomNotice {...kept.trouble} />
      {isEditing && <EditActions isSaving={isSaving} hasFailed={hasFailed} onCancelled={editing.cancel} />}
    </FormCard>
  )
}

interface EditActionsProps {
  isSaving: boolean
  hasFailed: boolean
  onCancelled: () => void
}

function EditActions({ isSaving, hasFailed, onCancelled }: EditActionsProps) {
  return (
    <FormActions problem={hasFailed && 'Not saved'}>
      <Button type="submit" variant="contained" startIcon={<Icon name="save" />} disabled={isSaving}>
        Save
      </Button>
      <Button color="inherit" onClick={onCancelled}>
        Cancel
      </Button>
    </FormActions>
  )
}

interface ReadOnlyFieldProps {
  label: string
  value: string
  multiline?: boolean
}

/** Grows with its text, because a disabled field cannot be scrolled by keyboard. */
function ReadOnlyField({ label, value, multiline }: ReadOnlyFieldProps) {
  return (
    <TextField
      fullWidth
      disabled
      label={label}
      value={value}
      multiline={multiline}
      slotProps={{ htmlInput: { dir: 'auto' } }}
    />
  )
}
