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
  onRenewed: Renew
}

/** Small pictures in a row, each of which opens the preview. */
export function ThumbnailRow({ documents: received, onRenewed }: ThumbnailRowProps) {
  const { documents, renewal, view, preview } = useDocumentViewer(received, onRenewed)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {documents.map((document, index) => (
        <ButtonBase
          key={fileKey(document.url) + String(index)}
          aria-label={`Open ${document.name}`}
          title={document.name}
          disabled={!document.url}
          onClick={() => view(index)}
          sx={{ ...square, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
        >
          {document.thumbnail ? (
            <Box
              component="img"
              src={document.thumbnail}
              alt=""
              loading="lazy"
              onLoad={renewal.noteShown}
              onError={() => void renewal.noteFailed()}
              sx={{ ...square, display: 'block', objectFit: 'cover' }}
            />
          ) : (
            <Icon name="image" />
          )}
        </ButtonBase>
      ))}
      {preview}
    </Box>
  )
}

const square = { width: sizes.smallThumbnail, height: sizes.smallThumbnail } as const
