import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useRef, type RefObject } from 'react'
import { sizeText } from '#contract/documents.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { DropZone } from '#web/documents/DropZone.tsx'
import { FileErrors } from '#web/documents/FileErrors.tsx'
import { FileName } from '#web/documents/FileRow.tsx'
import { useDroppedFiles } from '#web/documents/useDroppedFiles.ts'
import type { ChosenFile } from '#web/documents/useNewFiles.ts'
import { usePastedFiles } from '#web/documents/usePastedFiles.ts'
import { touched, visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'
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
  const box = useRef<HTMLDivElement>(null)
  const { chosen, refusals, change } = files
  const addShown = (added: File[]) => {
    // Another pane may be in front of the box.
    if (box.current?.checkVisibility?.() ?? true) files.add(added)
  }
  const isOver = useDroppedFiles(addShown)
  usePastedFiles(addShown, input)
  const removeAt = (index: number) => {
    const buttons = box.current!.querySelectorAll<HTMLElement>('li button')
    const next = buttons[index + 1] ?? buttons[index - 1] ?? input.current
    next?.focus()
    files.remove(chosen[index]!.key)
  }
  return (
    // While it is empty, it takes no room: its negative margin is the gap of the box around it.
    <Box ref={box} sx={{ display: 'grid', gap: 1, mt: chosen.length + refusals.length > 0 ? 0 : -1 }}>
      {chosen.length > 0 && (
        <Box component="ul" aria-label="Files to send" sx={list}>
          {chosen.map((file, index) => (
            <Chosen key={file.key} file={file} isFixed={isFixed} onRemoved={() => removeAt(index)} />
          ))}
        </Box>
      )}
      <FileErrors messages={refusals} />
      <Box component="output" sx={visuallyHidden}>
        {change}
      </Box>
      <DropZone isOver={isOver} text="Drop files to attach them" />
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
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        paddingInlineEnd: 0.5,
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
          {sizeText(size)}
        </Typography>
      </Box>
      <IconButton
        size="small"
        aria-label={`Remove ${name}`}
        disabled={isFixed}
        onClick={onRemoved}
        sx={{ flexShrink: 0, [touched]: { width: sizes.finger, height: sizes.finger } }}
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
