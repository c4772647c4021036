import Button from '@mui/material/Button'
import { useRef, type ChangeEvent } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { acceptedImages } from './readImages.ts'

interface ImagePickerProps {
  label: string
  multiple?: boolean
  disabled?: boolean
  /** Called before the picker opens; false keeps it closed. */
  canPick?: () => boolean
  onPicked: (files: File[]) => void
}

/** A button that opens the file picker for images. */
export function ImagePicker({ label, multiple, disabled, canPick = () => true, onPicked }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // Without this, choosing the same file again would not fire a change event.
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
        accept={acceptedImages}
        multiple={multiple}
        disabled={disabled}
        aria-label={`${label}: file`}
        onChange={pick}
      />
    </>
  )
}
