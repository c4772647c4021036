import { extname } from 'node:path'
import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { cutText } from '#server/text/cutText.ts'

/** A file of this name is a picture, in a format that can be sent or not. */
const imageName = /\.(png|apng|jpe?g|jfif|gif|webp|avif|heic|heif|tiff?|bmp|ico|svgz?|jxl)$/i

export function isImageName(name: string) {
  return imageName.test(name)
}

const extensions: Record<ImageType, string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
}

/** Gives a name the extension of the file's actual type: a `photo.png` that is a JPEG becomes `photo.jpg`. */
export function nameWithType(name: string, type: ImageType) {
  const given = extname(name)
  if (extensions[type].includes(given.toLowerCase())) return name
  // `extname` returns `.2` for `Offer v1.2`, which has no extension.
  const isExtension = /^\.[a-z][a-z0-9]{1,4}$/i.test(given)
  const base = isExtension ? name.slice(0, -given.length) : name
  const extension = extensions[type][0]!
  return cutText(base, limits.documentName - extension.length) + extension
}

/**
 * The name under which someone else will see and save a file: on one line, in the order in which it was typed, and without
 * folders. A right-to-left override would show `exe.pdf` for a name that ends in `fdp.exe`, and Windows ignores dots and
 * spaces at the end of a name.
 */
export function plainName(name: string) {
  const shown = name
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .replace(/[/\\]/g, '_')
  return shown.replace(/^ +|[. ]+$/g, '') || 'file'
}

/** The value of a `Content-Disposition` header (RFC 6266). RFC 8187 allows fewer characters than `encodeURIComponent`. */
export function dispositionOf(kind: 'inline' | 'attachment', name: string) {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename*=UTF-8''${encoded}`
}
