import type { ImageType } from '#contract/documents.ts'

/** What a file is by its first bytes, whatever it is called; undefined when it is no image we take. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (/^ftypavi[fs]$/.test(text(bytes, 4, 12))) return 'image/avif'
  return undefined
}

/** Each byte as one character, as the names within image files are written. */
export function text(bytes: Uint8Array, from: number, to: number) {
  return String.fromCharCode(...bytes.subarray(from, to))
}
