import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { FileInput, useFileInput } from '#web/components/forms/FileInput.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'

interface AttachButtonProps {
  onChosen: (files: File[]) => void
}

/** Phones offer the camera because images come first. Every other file can be chosen too. */
const accepted = 'image/*,*/*'

export function AttachButton({ onChosen }: AttachButtonProps) {
  const { input, open } = useFileInput()
  return (
    <>
      <Tooltip title="Attach files">
        <IconButton
          aria-label="Attach files"
          onClick={open}
          sx={{ flexShrink: 0, [touched]: { width: sizes.finger, height: sizes.finger } }}
        >
          <Icon name="paperclip" />
        </IconButton>
      </Tooltip>
      <FileInput ref={input} label="Attach files: file" accept={accepted} multiple onChosen={onChosen} />
    </>
  )
}
