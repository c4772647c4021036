import Box from '@mui/material/Box'
import { useState } from 'react'
import { dropUrl, fileOf, steadyUrl } from '#web/components/pictureUrls.ts'
import { sizes } from '#web/theme/sizes.ts'
import { DocumentCard } from './DocumentCard.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import { useRenewal, type Renew } from './useRenewal.ts'

/** A document that is stored, or one still to be sent, whose only picture is itself. */
export interface ShownDocument {
  name: string
  url: string
  thumbnail?: string
  /** Tells apart what has no address of its own. */
  key?: string
  /** What the server said about it. */
  complaint?: string
  /** Which share of it has gone out, 0 to 1, while it is being sent. */
  sent?: number
}

interface DocumentListProps {
  documents: ShownDocument[]
  onRemoved?: (index: number) => void
  /** Where their addresses end after a while. */
  onRenewed?: Renew
}

export function DocumentList({ documents: given, onRemoved, onRenewed }: DocumentListProps) {
  const documents = given.map(steady)
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
            key={document.key ?? fileOf(document.url) + String(index)}
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

function steady(document: ShownDocument): ShownDocument {
  const { url, thumbnail } = document
  return { ...document, url: steadyUrl(url), thumbnail: thumbnail && steadyUrl(thumbnail) }
}
