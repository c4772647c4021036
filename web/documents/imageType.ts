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

/** Every GIF may have frames. WebP has a flag for them (RFC 9649, 2.7), and PNG a chunk before its picture. */
export function isAnimated(bytes: Uint8Array, type: ImageType) {
  if (type === 'image/webp') return text(bytes, 12, 16) === 'VP8X' && (bytes[20]! & 2) > 0
  return type === 'image/gif' || (type === 'image/png' && chunksBeforePicture(bytes).includes('acTL'))
}

function chunksBeforePicture(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const names: string[] = []
  for (let at = 8; at + 8 <= bytes.length && names.at(-1) !== 'IDAT'; at += 12 + view.getUint32(at))
    names.push(text(bytes, at + 4, at + 8))
  return names
}

/** Decodes bytes as Latin-1, which the markers in image files use. */
function text(bytes: Uint8Array, from: number, to: number) {
  return String.fromCharCode(...bytes.subarray(from, to))
}
