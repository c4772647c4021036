import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import type { EnquiryChanges } from '#web/enquiries/conflict/merging.ts'
import { StatusChip } from './StatusChip.tsx'

interface StatusSelectProps {
  control: Control<EnquiryChanges>
  disabled: boolean
}

export function StatusSelect({ control, disabled }: StatusSelectProps) {
  const { field, fieldState } = useController({ control, name: 'enquiryStatus' })
  const { ref, ...input } = field
  return (
    <TextField
      {...input}
      inputRef={ref}
      id={useId()}
      label="Status"
      select
      fullWidth
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      // A disabled field would turn the colours of the status grey.
      sx={{ '& .MuiSelect-select.Mui-disabled': { WebkitTextFillColor: 'currentcolor' } }}
    >
      {enquiryStatuses.map((status) => (
        <MenuItem key={status} value={status}>
          <StatusChip status={status} />
        </MenuItem>
      ))}
    </TextField>
  )
}
