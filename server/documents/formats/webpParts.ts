import { orientationOf, tiffOf } from './exif.ts'
import { maxParts } from './maxParts.ts'

const neededChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const flags = { exif: 0x08, xmp: 0x04 }

/** Returns the chunks of a WebP that its picture needs, with a matching header, or undefined for a malformed WebP. */
export function webpParts(bytes: Buffer): Buffer[] | undefined {
  const whole = 8 + bytes.readUInt32LE(4)
  if (whole > bytes.length) return undefined
  const chunks: Buffer[] = []
  let orientation = 1
  let at = 12
  for (let count = 0; count < maxParts && at + 8 <= whole; count++) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > bytes.length) return undefined
    const chunk = bytes.subarray(at, end)
    const name = chunk.toString('latin1', 0, 4)
    if (neededChunks.has(name)) chunks.push(chunk)
    if (name === 'EXIF') orientation = orientationOf(withoutName(chunk.subarray(8)))
    at = end
  }
  if (chunks.length === 0 || at < whole) return undefined
  if (orientation > 1) chunks.push(exifChunk(orientation))
  return [headOf(chunks), ...chunks.map((chunk) => withCorrectFlags(chunk, orientation))]
}

/** Some encoders also write the name here that precedes Exif data in a JPEG. */
function withoutName(exif: Buffer) {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
}

function exifChunk(orientation: number) {
  const tiff = tiffOf(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return Buffer.concat([head, tiff])
}

function headOf(chunks: Buffer[]) {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return head
}

/** The flags in the first chunk of an extended WebP list the metadata that follows. */
function withCorrectFlags(chunk: Buffer, orientation: number) {
  if (chunk.toString('latin1', 0, 4) !== 'VP8X') return chunk
  const changed = Buffer.from(chunk)
  changed[8]! &= ~(flags.exif | flags.xmp)
  if (orientation > 1) changed[8]! |= flags.exif
  return changed
}
