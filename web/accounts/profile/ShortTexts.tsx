import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { Ref } from 'react'

interface ShortTextsProps {
  label: string
  helperText: string
  /** Whether `helperText` is an error. */
  isInvalid: boolean
  /** Of each text, in characters. */
  maxLength: number
  value: string[]
  onChange: (value: string[]) => void
  onBlur: () => void
  inputRef: Ref<HTMLInputElement>
}

/** A list of short texts, each typed and added with Enter. */
export function ShortTexts({ label, helperText, isInvalid, maxLength, onChange, ...field }: ShortTextsProps) {
  return (
    <Autocomplete
      multiple
      freeSolo
      // A text that was typed without Enter is not lost.
      autoSelect
      options={[]}
      value={field.value}
      onChange={(_event, next) => onChange(distinct(next))}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={field.inputRef}
          onBlur={field.onBlur}
          error={isInvalid}
          helperText={helperText}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength, enterKeyHint: 'enter' },
          }}
        />
      )}
    />
  )
}

/** The texts without surrounding spaces, each once. */
export function distinct(texts: readonly string[]) {
  const trimmed = texts.map((text) => text.trim()).filter((text) => text !== '')
  return [...new Set(trimmed)]
}
