import Box from '@mui/material/Box'
import { FileRow } from '#web/documents/FileRow.tsx'
import type { ShownDocument } from '#web/documents/shownDocument.ts'
import { ThumbnailRow } from '#web/documents/ThumbnailRow.tsx'
import type { Renew } from '#web/documents/useRenewal.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'

export interface ShownFile extends ShownDocument {
  key: string
  isImage: boolean
  /** Bytes. */
  size: number
}

interface FilesOfMessageProps {
  files: ShownFile[]
  onRenewed: Renew
}

/** The pictures of a message, which open in the preview, and its other files, which can only be downloaded. */
export function FilesOfMessage({ files, onRenewed }: FilesOfMessageProps) {
  const pictures = files.filter(({ isImage }) => isImage)
  const others = files.filter(({ isImage }) => !isImage)
  const box = pictures.length > 1 ? threadSizes.pictures : threadSizes.picture
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, py: 0.5 }}>
      {pictures.length > 0 && <ThumbnailRow documents={pictures} box={box} onRenewed={onRenewed} />}
      {others.map(({ key, ...file }) => (
        <FileRow key={key} {...file} onRenewed={onRenewed} />
      ))}
    </Box>
  )
}
