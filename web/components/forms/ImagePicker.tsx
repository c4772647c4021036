import Button from '@mui/material/Button'
import { useRef, type ChangeEvent } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { imagePicker } from './readImages.ts'

interface ImagePickerProps {
  label: string
  multiple?: boolean
  disabled?: boolean
  /** Asked before the picker opens. */
  canPick?: () => boolean
  onPicked: (files: File[]) => void
}

/** A button that lets images, and nothing else, be chosen from the device. */
export function ImagePicker({ label, multiple, disabled, canPick = () => true, onPicked }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // The same file can be chosen again after it was removed.
    event.target.value = ''
    if (files.length > 0) onPicked(files)
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        disabled={disabled}
        startIcon={<Icon name="image-plus" />}
        onClick={() => canPick() && input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={imagePicker}
        multiple={multiple}
        disabled={disabled}
        aria-label={`${label}: file`}
        onChange={pick}
      />
    </>
  )
}
