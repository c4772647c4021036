import { extname } from 'node:path'
import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'

const extensions: Record<ImageType, string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
}

/** The name with the extension of what the file is: a `photo.png` that is a JPEG becomes `photo.jpg`. */
export function nameWithType(name: string, type: ImageType) {
  const given = extname(name)
  if (extensions[type].includes(given.toLowerCase())) return name
  // `Offer v1.2` has none.
  const isExtension = /^\.[a-z][a-z0-9]{1,4}$/i.test(given)
  const base = isExtension ? name.slice(0, -given.length) : name
  const extension = extensions[type][0]!
  return base.slice(0, limits.documentName - extension.length) + extension
}
