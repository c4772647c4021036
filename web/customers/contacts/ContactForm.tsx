import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useController, useForm, type Control } from 'react-hook-form'
import { ChangeContact, type Contact } from '#contract/customers/contacts.ts'
import { languageNames, languages } from '#contract/customers/languages.ts'
import { isFailure } from '#web/api/errors.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { showFieldErrors } from '#web/components/forms/fieldErrors.ts'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useChangeContactMutation } from '#web/customers/customerApi.ts'
import { fingerHigh } from '#web/theme/sharedStyles.ts'

const Fields = ChangeContact.required()
type Fields = Required<ChangeContact>

interface ContactFormProps {
  contact: Contact
  onSaved: () => void
}

export function ContactForm({ contact, onSaved }: ContactFormProps) {
  const { form, hasFailed, submit } = useContactForm(contact, onSaved)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 2.5, pt: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {hasFailed && <RetryAlert message="Not saved" />}
      <TextInput control={form.control} name="name" label="Name" slotProps={{ htmlInput: { dir: 'auto' } }} />
      <TextInput
        control={form.control}
        name="email"
        type="email"
        label="Email"
        helperText="A corrected address counts as not confirmed."
      />
      <LanguageInput control={form.control} />
      <BlockedInput control={form.control} />
      <Button type="submit" variant="contained" loading={form.formState.isSubmitting} sx={{ justifySelf: 'start' }}>
        Save customer
      </Button>
    </Box>
  )
}

function useContactForm({ _id, name, email, language, isBlocked }: Contact, onSaved: () => void) {
  const [changeContact] = useChangeContactMutation()
  const { keyFor } = useIdempotencyKey()
  const [hasFailed, setHasFailed] = useState(false)
  const form = useForm<Fields>({
    resolver: zodResolver(Fields),
    defaultValues: { name, email, language, isBlocked },
  })
  const submit = form.handleSubmit(async (body) => {
    setHasFailed(false)
    try {
      await changeContact({ id: _id, body, idempotencyKey: keyFor(body) }).unwrap()
      onSaved()
    } catch (error) {
      console.error('Failed to save customer', error)
      if (!isFailure(error)) throw error
      setHasFailed(!showFieldErrors(form, error))
    }
  })
  return { form, hasFailed, submit }
}

interface InputProps {
  control: Control<Fields>
}

function LanguageInput({ control }: InputProps) {
  const id = useId()
  const { field } = useController({ control, name: 'language' })
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Typography component="label" htmlFor={id} variant="body2" sx={{ color: 'text.secondary' }}>
        Language of emails and pages
      </Typography>
      <PlainSelect id={id} {...field}>
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </PlainSelect>
    </Box>
  )
}

function BlockedInput({ control }: InputProps) {
  const hintId = useId()
  const { field } = useController({ control, name: 'isBlocked' })
  const { ref, value, ...input } = field
  return (
    <Box>
      <FormControlLabel
        label="Block this customer"
        sx={fingerHigh}
        control={<Switch {...input} checked={value} slotProps={{ input: { ref, 'aria-describedby': hintId } }} />}
      />
      <FormHelperText id={hintId}>New enquiries are held back until an owner accepts them.</FormHelperText>
    </Box>
  )
}
