import type { MessageFile } from '#contract/documents.ts'
import type { ShownFile } from './FilesOfMessage.tsx'

export function toShownFile(file: MessageFile): ShownFile {
  const { _id: key, name, url, size } = file
  return {
    key,
    name,
    url,
    size,
    isImage: file.kind === 'image',
    thumbnail: file.kind === 'image' ? file.thumbnail : undefined,
  }
}
