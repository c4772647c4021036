import Box from '@mui/material/Box'
import type { RefObject } from 'react'
import { sizeText } from '#contract/documents.ts'
import { DropZone } from '#web/documents/DropZone.tsx'
import { FileErrors } from '#web/documents/FileErrors.tsx'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'
import { usePastedFiles } from '#web/documents/usePastedFiles.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { ChosenFileList, useFileRemoval } from './ChosenFileList.tsx'
import type { MessageFiles } from './useMessageFiles.ts'

interface ChosenFilesProps {
  files: MessageFiles
  /** The message is being sent, with the files as they are. */
  isFixed: boolean
  /** Receives the focus when the last file is removed. */
  input: RefObject<HTMLElement | null>
}

/** The files of the message in the box. More can be dropped on the thread or pasted. */
export function ChosenFiles({ files, isFixed, input }: ChosenFilesProps) {
  const { box, removeAt } = useFileRemoval(files, input)
  const { chosen, refusals, change } = files
  const addShown = (added: File[]) => {
    // Another pane may be in front of the box.
    if (box.current?.checkVisibility?.() ?? true) files.add(added)
  }
  const isOver = useDroppedFiles(addShown)
  usePastedFiles(addShown, input)
  return (
    // While it is empty, it takes no room: its negative margin is the gap of the box around it.
    <Box ref={box} sx={{ display: 'grid', gap: 1, mt: chosen.length + refusals.length > 0 ? 0 : -1 }}>
      <ChosenFileList
        chosen={chosen}
        label="Files to send"
        sizeOf={sizeText}
        removalOf={(name) => `Remove ${name}`}
        isFixed={isFixed}
        onRemoved={removeAt}
      />
      <FileErrors messages={refusals} />
      <Box component="output" sx={visuallyHidden}>
        {change}
      </Box>
      <DropZone isOver={isOver} text="Drop files to attach them" />
    </Box>
  )
}
