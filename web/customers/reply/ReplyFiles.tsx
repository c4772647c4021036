import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useRef, type RefObject } from 'react'
import type { MessageFiles } from '#web/chat/files/useMessageFiles.ts'
import { FileInput, useFileInput } from '#web/components/forms/FileInput.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { sizeIn } from '#web/customers/thread/formats.ts'
import { useTexts } from '#web/customers/thread/threadTexts.ts'
import { DropZone } from '#web/documents/DropZone.tsx'
import { FileErrors } from '#web/documents/FileErrors.tsx'
import { FileName } from '#web/documents/FileRow.tsx'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'
import type { ChosenFile } from '#web/documents/useNewFiles.ts'
import { usePastedFiles } from '#web/documents/usePastedFiles.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

interface ReplyFilesProps {
  files: MessageFiles
  /** The message is being sent, with the files as they are. */
  isFixed: boolean
  /** Receives the focus when the last file is removed. */
  input: RefObject<HTMLElement | null>
}

/** The files of the message in the box. More can be dropped on the page or pasted. */
export function ReplyFiles({ files, isFixed, input }: ReplyFilesProps) {
  const { text } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const { chosen, refusals, change } = files
  const isOver = useDroppedFiles(files.add)
  usePastedFiles(files.add, input)
  const removeAt = (index: number) => {
    const buttons = box.current!.querySelectorAll<HTMLElement>('li button')
    const next = buttons[index + 1] ?? buttons[index - 1] ?? input.current
    next?.focus()
    files.remove(chosen[index]!.key)
  }
  return (
    <Box ref={box} sx={{ display: chosen.length + refusals.length > 0 ? 'grid' : 'contents', gap: 1 }}>
      {chosen.length > 0 && (
        <Box component="ul" sx={list}>
          {chosen.map((file, index) => (
            <Chosen key={file.key} file={file} isFixed={isFixed} onRemoved={() => removeAt(index)} />
          ))}
        </Box>
      )}
      <FileErrors messages={refusals} />
      <Box component="output" sx={visuallyHidden}>
        {change}
      </Box>
      <DropZone isOver={isOver} text={text('addFiles')} />
    </Box>
  )
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${threadSizes.chosen.width}px, 100%), 1fr))`,
  gap: 1,
  // On a phone, five files would leave no room for the thread.
  maxHeight: threadSizes.chosen.maxHeight,
  overflowY: 'auto',
} as const

interface ChosenProps {
  file: ChosenFile
  isFixed: boolean
  onRemoved: () => void
}

function Chosen({ file: { name, size, url, isImage }, isFixed, onRemoved }: ChosenProps) {
  const { remove, locale } = useTexts()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={picture}>
        {isImage ? (
          <Box component="img" src={url} alt="" sx={{ width: 1, height: 1, objectFit: 'cover' }} />
        ) : (
          <Icon name="file-text" />
        )}
      </Box>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography variant="body2" component="div">
          <FileName name={name} />
        </Typography>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {sizeIn(locale, size)}
        </Typography>
      </Box>
      <IconButton
        aria-label={remove(name)}
        disabled={isFixed}
        onClick={onRemoved}
        sx={{ flexShrink: 0, width: sizes.finger, height: sizes.finger }}
      >
        <Icon name="x" size="small" />
      </IconButton>
    </Box>
  )
}

const picture = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: threadSizes.chosen.picture,
  height: threadSizes.chosen.picture,
  bgcolor: 'background.neutral',
  color: 'text.secondary',
} as const

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
