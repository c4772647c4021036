import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import MuiTextField from '@mui/material/TextField'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { CustomerForm } from '#contract/customers/form.ts'
import { languageNames, languages, type Language } from '#contract/customers/languages.ts'
import { limits } from '#contract/limits.ts'
import { TextField } from '#web/components/forms/TextField.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { fingerHigh } from '#web/theme/sharedStyles.ts'
import { ListInput } from './ListInput.tsx'

interface FormInputsProps {
  control: Control<CustomerForm>
}

export function FormInputs({ control }: FormInputsProps) {
  return (
    <>
      <EnabledInput control={control} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        <TextInput
          control={control}
          name="slug"
          label="Address of the form"
          helperText={`The form is at ${window.location.origin}/f/ and this name.`}
          slotProps={{ htmlInput: { maxLength: 60, spellCheck: false, autoCapitalize: 'none' } }}
        />
        <TextInput
          control={control}
          name="colour"
          type="color"
          label="Colour"
          helperText="Of the button and the links. The form also shows your company’s name and logo."
        />
        <ListInput
          control={control}
          name="types"
          label="Types to choose from"
          maxLength={limits.enquiryType}
          helperText="Type a name and press Enter. With a single type, the form does not ask for one."
        />
        <LanguagesInput control={control} />
      </Box>
      <TextInput
        control={control}
        name="greeting"
        label="Greeting"
        multiline
        minRows={2}
        maxRows={8}
        helperText="Shown above the fields. Without one, the form asks how you can help."
        slotProps={{ htmlInput: { maxLength: limits.form.greeting, dir: 'auto' } }}
      />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        <PrivacyInput control={control} />
        <ListInput
          control={control}
          name="origins"
          label="Websites that may show the form"
          maxLength={limits.form.address}
          helperText="Such as https://www.example.com. Press Enter after each."
        />
      </Box>
    </>
  )
}

function EnabledInput({ control }: FormInputsProps) {
  const hintId = useId()
  const { field } = useController({ control, name: 'isEnabled' })
  const { ref, value, ...input } = field
  return (
    <Box>
      <FormControlLabel
        label="Accept enquiries with a form"
        sx={fingerHigh}
        control={<Switch {...input} checked={value} slotProps={{ input: { ref, 'aria-describedby': hintId } }} />}
      />
      <FormHelperText id={hintId}>Everyone who has the address of the form can then write to you.</FormHelperText>
    </Box>
  )
}

function LanguagesInput({ control }: FormInputsProps) {
  const { field, fieldState } = useController({ control, name: 'languages' })
  const { ref, value, onChange, onBlur } = field
  return (
    <Autocomplete<Language, true>
      multiple
      options={languages}
      value={value}
      getOptionLabel={(language) => languageNames[language]}
      onChange={(_event, next) => onChange(next)}
      renderInput={(params) => (
        <MuiTextField
          {...params}
          label="Languages"
          inputRef={ref}
          onBlur={onBlur}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? 'Visitors see their own language, or else the first of these.'}
        />
      )}
    />
  )
}

/** The form value is null while the field is empty. */
function PrivacyInput({ control }: FormInputsProps) {
  const { field, fieldState } = useController({ control, name: 'privacyUrl' })
  const { ref, value, onChange, ...input } = field
  return (
    <TextField
      fullWidth
      {...input}
      value={value ?? ''}
      inputRef={ref}
      type="url"
      label="Address of your privacy notice"
      onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? 'Optional. The form links to it.'}
      slotProps={{ htmlInput: { maxLength: limits.form.address } }}
    />
  )
}
