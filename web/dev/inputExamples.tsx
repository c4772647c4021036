import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ImagePicker } from '#web/components/forms/ImagePicker.tsx'
import { PasswordInput } from '#web/components/forms/PasswordInput.tsx'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import { SearchBox } from '#web/components/forms/SearchBox.tsx'
import { TextField } from '#web/components/forms/TextField.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import type { States } from './ComponentSection.tsx'

const ignore = () => {}

interface InFormProps {
  input: typeof TextInput | typeof PasswordInput
  label: string
  value?: string
  error?: string
  disabled?: boolean
}

function InForm({ input: Input, label, value = '', error, disabled }: InFormProps) {
  const { control, setError } = useForm({ defaultValues: { text: value } })
  useEffect(() => {
    if (error) setError('text', { message: error })
  }, [error, setError])
  return <Input control={control} name="text" label={label} disabled={disabled} />
}

export const inputExamples: Record<string, States> = {
  ImagePicker: {
    enabled: <ImagePicker label="Choose a picture" onPicked={ignore} />,
    disabled: <ImagePicker label="Choose a picture" disabled onPicked={ignore} />,
  },
  PasswordInput: {
    empty: <InForm input={PasswordInput} label="Password" />,
    filled: <InForm input={PasswordInput} label="Password" value="correct horse" />,
    invalid: <InForm input={PasswordInput} label="Password" error="Password must be at least 8 characters" />,
    disabled: <InForm input={PasswordInput} label="Password" disabled />,
  },
  PlainSelect: {
    enabled: (
      <PlainSelect aria-label="Rows per page">
        <option>25</option>
        <option>50</option>
      </PlainSelect>
    ),
    disabled: (
      <PlainSelect aria-label="Rows per page" disabled>
        <option>25</option>
      </PlainSelect>
    ),
  },
  SearchBox: {
    empty: (
      <SearchBox
        label="Search enquiries"
        hint="Texts, people or a number"
        value=""
        maxLength={200}
        onSearched={ignore}
      />
    ),
    filled: (
      <SearchBox
        label="Search enquiries"
        hint="Texts, people or a number"
        value="printer"
        maxLength={200}
        onSearched={ignore}
      />
    ),
  },
  TextField: {
    empty: <TextField label="Summary" fullWidth />,
    filled: <TextField label="Summary" value="The printer does not print" onChange={ignore} fullWidth />,
    required: <TextField label="Summary" required fullWidth />,
    small: <TextField label="Summary" size="small" fullWidth />,
    'with help': <TextField label="Summary" helperText="One line, for the list" fullWidth />,
    invalid: <TextField label="Summary" error helperText="summery must be at most 300 characters" fullWidth />,
    disabled: <TextField label="Summary" value="The printer does not print" disabled fullWidth />,
    multiline: <TextField label="Description" multiline rows={3} fullWidth />,
  },
  TextInput: {
    empty: <InForm input={TextInput} label="Enquiry Type" />,
    filled: <InForm input={TextInput} label="Enquiry Type" value="Printing" />,
    invalid: <InForm input={TextInput} label="Enquiry Type" error="enquiryType is a required field" />,
    disabled: <InForm input={TextInput} label="Enquiry Type" value="Printing" disabled />,
  },
}
