import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { suggestedTypes, type Industry } from '#contract/suggestedTypes.ts'
import { PlainSelect } from '#web/components/forms/PlainSelect.tsx'
import type { CompanyProfile } from './profile.ts'

interface EnquiryTypesInputProps {
  control: Control<CompanyProfile>
}

const industries = Object.keys(suggestedTypes) as Industry[]

/** The types to choose from in the create form. An industry adds the ones that are usual in it. */
export function EnquiryTypesInput({ control }: EnquiryTypesInputProps) {
  const { field, fieldState } = useController({ control, name: 'company.enquiryTypes' })
  const { ref, value: types, onChange, onBlur } = field
  const change = (next: readonly string[]) => {
    const trimmed = next.map((type) => type.trim()).filter((type) => type !== '')
    onChange([...new Set(trimmed)])
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Autocomplete
        multiple
        freeSolo
        // A type that was typed without Enter is not lost.
        autoSelect
        options={[]}
        value={types}
        onChange={(_event, next) => change(next)}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Enquiry types"
            inputRef={ref}
            onBlur={onBlur}
            error={fieldState.invalid}
            helperText={
              fieldState.error?.message ??
              'The create form offers these. Type one and press Enter. Until there are any, it suggests general ones.'
            }
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, maxLength: limits.enquiryType, enterKeyHint: 'enter' },
            }}
          />
        )}
      />
      <IndustryChoice onChosen={(industry) => change([...types, ...suggestedTypes[industry]])} />
    </Box>
  )
}

interface IndustryChoiceProps {
  onChosen: (industry: Industry) => void
}

function IndustryChoice({ onChosen }: IndustryChoiceProps) {
  const id = useId()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography component="label" htmlFor={id} variant="body2">
        Add the usual types of
      </Typography>
      <PlainSelect id={id} value="" onChange={({ target }) => onChosen(target.value as Industry)}>
        <option value="" disabled>
          an industry…
        </option>
        {industries.map((industry) => (
          <option key={industry}>{industry}</option>
        ))}
      </PlainSelect>
    </Box>
  )
}
