import Box from '@mui/material/Box'
import { fileKey } from '#web/components/pictureUrls.ts'
import { sizes } from '#web/theme/sizes.ts'
import { DocumentCard } from './DocumentCard.tsx'
import type { ShownDocument } from './shownDocument.ts'
import { useDocumentViewer } from './useDocumentViewer.tsx'
import type { Renew } from './useRenewal.ts'

interface DocumentListProps {
  documents: ShownDocument[]
  onRemoved?: (index: number) => void
  /** Fetches new URLs, for documents whose URLs expire. */
  onRenewed?: Renew
}

export function DocumentList({ documents: received, onRemoved, onRenewed }: DocumentListProps) {
  const { documents, renewal, view, preview } = useDocumentViewer(received, onRenewed)
  if (documents.length === 0) return null
  return (
    <>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: `repeat(auto-fill, minmax(min(${sizes.documentCard}px, 100%), 1fr))`,
        }}
      >
        {documents.map((document, index) => (
          <DocumentCard
            key={document.key ?? fileKey(document.url) + String(index)}
            document={document}
            onShown={renewal.noteShown}
            onFailed={() => void renewal.noteFailed()}
            onViewed={() => view(index)}
            onRemoved={onRemoved && (() => onRemoved(index))}
          />
        ))}
      </Box>
      {preview}
    </>
  )
}
