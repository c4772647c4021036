import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useRef, type RefObject } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { FileName } from '#web/documents/FileRow.tsx'
import type { ChosenFile } from '#web/documents/useNewFiles.ts'
import { touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'
import type { MessageFiles } from './useMessageFiles.ts'

/** Removes a file and moves the focus to the next one, or with the last file to the input. `box` contains the list. */
export function useFileRemoval({ chosen, remove }: MessageFiles, input: RefObject<HTMLElement | null>) {
  const box = useRef<HTMLDivElement>(null)
  const removeAt = (index: number) => {
    const buttons = box.current!.querySelectorAll<HTMLElement>('li button')
    const next = buttons[index + 1] ?? buttons[index - 1] ?? input.current
    next?.focus()
    remove(chosen[index]!.key)
  }
  return { box, removeAt }
}

interface ChosenFileListProps {
  chosen: ChosenFile[]
  label?: string
  sizeOf: (bytes: number) => string
  /** The label of the button that removes a file. */
  removalOf: (name: string) => string
  /** The message is being sent, with the files as they are. */
  isFixed: boolean
  onRemoved: (index: number) => void
}

/** The files of the message in the box, each with a button that removes it. Nothing without files. */
export function ChosenFileList({ chosen, label, onRemoved, ...rest }: ChosenFileListProps) {
  if (chosen.length === 0) return null
  return (
    <Box component="ul" aria-label={label} sx={list}>
      {chosen.map((file, index) => (
        <Chosen key={file.key} file={file} {...rest} onRemoved={() => onRemoved(index)} />
      ))}
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

type ChosenProps = Pick<ChosenFileListProps, 'sizeOf' | 'removalOf' | 'isFixed'> & {
  file: ChosenFile
  onRemoved: () => void
}

function Chosen({ file: { name, size, url, isImage }, sizeOf, removalOf, isFixed, onRemoved }: ChosenProps) {
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
          {sizeOf(size)}
        </Typography>
      </Box>
      <IconButton
        size="small"
        aria-label={removalOf(name)}
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
