import Box from '@mui/material/Box'
import { useState } from 'react'
import { dropUrl, fileKey, stableUrl } from '#web/components/pictureUrls.ts'
import { sizes } from '#web/theme/sizes.ts'
import { DocumentCard } from './DocumentCard.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import type { ShownDocument } from './shownDocument.ts'
import { useRenewal, type Renew } from './useRenewal.ts'

interface DocumentListProps {
  documents: ShownDocument[]
  onRemoved?: (index: number) => void
  /** Fetches new URLs, for documents whose URLs expire. */
  onRenewed?: Renew
}

export function DocumentList({ documents: received, onRemoved, onRenewed }: DocumentListProps) {
  const documents = received.map(withStableUrls)
  const renewal = useRenewal(async () => {
    for (const { url, thumbnail } of documents) for (const each of [url, thumbnail]) if (each) dropUrl(each)
    await onRenewed?.()
  })
  const [viewed, setViewed] = useState<number | null>(null)
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
            onViewed={() => setViewed(index)}
            onRemoved={onRemoved && (() => onRemoved(index))}
          />
        ))}
      </Box>
      {viewed !== null && (
        <DocumentPreview
          documents={documents}
          index={viewed}
          renewal={renewal}
          onMoved={setViewed}
          onClosed={() => setViewed(null)}
        />
      )}
    </>
  )
}

function withStableUrls(document: ShownDocument): ShownDocument {
  const { url, thumbnail } = document
  return { ...document, url: stableUrl(url), thumbnail: thumbnail && stableUrl(thumbnail) }
}
