import { useState } from 'react'
import { dropUrl, stableUrl } from '#web/components/pictureUrls.ts'
import { DocumentPreview } from './DocumentPreview.tsx'
import type { ShownDocument } from './shownDocument.ts'
import { useRenewal, type Renew } from './useRenewal.ts'

/** Thumbnails of documents, any of which opens the preview. `onRenewed` fetches new URLs once theirs have expired. */
export function useDocumentViewer(received: ShownDocument[], onRenewed: Renew | undefined) {
  const documents = received.map(withStableUrls)
  const renewal = useRenewal(async () => {
    for (const { url, thumbnail } of documents) for (const each of [url, thumbnail]) if (each) dropUrl(each)
    return (await onRenewed?.()) ?? {}
  })
  const [viewed, setViewed] = useState<number | null>(null)
  const preview = viewed !== null && (
    <DocumentPreview
      documents={documents}
      index={viewed}
      renewal={renewal}
      onMoved={setViewed}
      onClosed={() => setViewed(null)}
    />
  )
  return { documents, renewal, view: setViewed, preview }
}

function withStableUrls(document: ShownDocument): ShownDocument {
  const { url, thumbnail } = document
  return { ...document, url: stableUrl(url), thumbnail: thumbnail && stableUrl(thumbnail) }
}
