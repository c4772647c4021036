import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { RefObject } from 'react'
import { ChosenFileList, useFileRemoval } from '#web/chat/files/ChosenFileList.tsx'
import type { MessageFiles } from '#web/chat/files/useMessageFiles.ts'
import { FileInput, useFileInput } from '#web/components/forms/FileInput.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { sizeIn } from '#web/customers/thread/formats.ts'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { DropZone } from '#web/documents/DropZone.tsx'
import { FileErrors } from '#web/documents/FileErrors.tsx'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'
import { usePastedFiles } from '#web/documents/usePastedFiles.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'

interface ReplyFilesProps {
  files: MessageFiles
  /** The message is being sent, with the files as they are. */
  isFixed: boolean
  /** Receives the focus when the last file is removed. */
  input: RefObject<HTMLElement | null>
}

/** The files of the message in the box. More can be dropped on the page or pasted. */
export function ReplyFiles({ files, isFixed, input }: ReplyFilesProps) {
  const { text, remove, locale } = useTexts()
  const { box, removeAt } = useFileRemoval(files, input)
  const { chosen, refusals, change } = files
  const isOver = useDroppedFiles(files.add)
  usePastedFiles(files.add, input)
  return (
    <Box ref={box} sx={{ display: chosen.length + refusals.length > 0 ? 'grid' : 'contents', gap: 1 }}>
      <ChosenFileList
        chosen={chosen}
        sizeOf={(bytes) => sizeIn(locale, bytes)}
        removalOf={remove}
        isFixed={isFixed}
        onRemoved={removeAt}
      />
      <FileErrors messages={refusals} />
      <Box component="output" sx={visuallyHidden}>
        {change}
      </Box>
      <DropZone isOver={isOver} text={text('addFiles')} />
    </Box>
  )
}

interface AddFilesProps {
  onChosen: (files: File[]) => void
}

/** Phones offer the camera because images come first. Every other file can be chosen too. */
const accepted = 'image/*,*/*'

export function AddFiles({ onChosen }: AddFilesProps) {
  const { text } = useTexts()
  const { input, open } = useFileInput()
  return (
    <>
      <IconButton
        aria-label={text('addFiles')}
        title={text('addFiles')}
        onClick={open}
        sx={{ flexShrink: 0, width: sizes.finger, height: sizes.finger }}
      >
        <Icon name="paperclip" />
      </IconButton>
      <FileInput ref={input} label={text('addFiles')} accept={accepted} multiple onChosen={onChosen} />
    </>
  )
}
