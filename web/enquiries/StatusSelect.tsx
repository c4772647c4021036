import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useForkRef } from '@mui/material/utils'
import { useId, type Ref } from 'react'
import { useController, type Control } from 'react-hook-form'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import type { EnquiryChanges } from '#web/enquiries/conflict/merging.ts'
import { StatusChip } from './StatusChip.tsx'

/** Whether the list of statuses is open, so that others can open it as well. */
export interface StatusList {
  /** Has the focus of the selector. */
  input: Ref<HTMLInputElement>
  isOpen: boolean
  onOpened: () => void
  onClosed: () => void
}

interface StatusSelectProps extends StatusList {
  control: Control<EnquiryChanges>
  disabled: boolean
}

export function StatusSelect({ control, disabled, input, isOpen, onOpened, onClosed }: StatusSelectProps) {
  const { field, fieldState } = useController({ control, name: 'enquiryStatus' })
  const { ref, ...rest } = field
  const inputRef = useForkRef(ref, input)
  return (
    <TextField
      {...rest}
      inputRef={inputRef}
      id={useId()}
      label="Status"
      select
      fullWidth
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      slotProps={{ select: { open: isOpen, onOpen: onOpened, onClose: onClosed } }}
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
