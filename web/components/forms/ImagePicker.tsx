import Button from '@mui/material/Button'
import { Icon } from '#web/components/icons/Icon.tsx'
import { FileInput, useFileInput } from './FileInput.tsx'
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
  const { input, open } = useFileInput()
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        disabled={disabled}
        startIcon={<Icon name="image-plus" />}
        onClick={() => canPick() && open()}
      >
        {label}
      </Button>
      <FileInput
        ref={input}
        label={`${label}: file`}
        accept={acceptedImages}
        multiple={multiple}
        disabled={disabled}
        onChosen={onPicked}
      />
    </>
  )
}
