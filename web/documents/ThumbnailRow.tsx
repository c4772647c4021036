import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Icon } from '#web/components/icons/Icon.tsx'
import { fileKey } from '#web/components/pictureUrls.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { ShownDocument } from './shownDocument.ts'
import { useDocumentViewer } from './useDocumentViewer.tsx'
import type { Renew } from './useRenewal.ts'

interface ThumbnailRowProps {
  documents: ShownDocument[]
  /** The size of each picture, so that loading it moves nothing. */
  box?: { width: number; height: number }
  onRenewed?: Renew
}

const smallSquare = { width: sizes.smallThumbnail, height: sizes.smallThumbnail }

/** Small pictures in a row, each of which opens the preview. */
export function ThumbnailRow({ documents: received, box = smallSquare, onRenewed }: ThumbnailRowProps) {
  const { documents, renewal, view, preview } = useDocumentViewer(received, onRenewed)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {documents.map((document, index) => (
        <ButtonBase
          key={document.key ?? fileKey(document.url) + String(index)}
          aria-label={[`Open ${document.name}`, document.detail].filter(Boolean).join(', ')}
          title={document.detail ? `${document.name} · ${document.detail}` : document.name}
          disabled={!document.url}
          onClick={() => view(index)}
          sx={{
            ...box,
            maxWidth: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            overflow: 'hidden',
            bgcolor: 'background.neutral',
          }}
        >
          <Picture document={document} onShown={renewal.noteShown} onFailed={() => void renewal.noteFailed()} />
        </ButtonBase>
      ))}
      {preview}
    </Box>
  )
}

interface PictureProps {
  document: ShownDocument
  onShown: () => void
  onFailed: () => void
}

function Picture({ document: { name, thumbnail, url }, onShown, onFailed }: PictureProps) {
  const source = thumbnail || url
  if (!source) return <Icon name="image" />
  return (
    <Box
      component="img"
      src={source}
      alt={name}
      loading="lazy"
      onLoad={onShown}
      onError={onFailed}
      sx={{ width: 1, height: 1, objectFit: 'cover', typography: 'caption', overflowWrap: 'anywhere' }}
    />
  )
}
