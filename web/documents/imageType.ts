import type { ImageType } from '#contract/documents.ts'

/** The image type by the first bytes, regardless of the name; undefined for any other file. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (/^ftypavi[fs]$/.test(text(bytes, 4, 12))) return 'image/avif'
  return undefined
}

/** Decodes bytes as Latin-1, which the markers in image files use. */
export function text(bytes: Uint8Array, from: number, to: number) {
  return String.fromCharCode(...bytes.subarray(from, to))
}
