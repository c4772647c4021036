import { orientationOf, tiffOf } from './exif.ts'
import { maxParts } from './maxParts.ts'

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe }
const exifName = 'Exif\0\0'

/**
 * Returns the segments of a JPEG that its picture needs: no comments, no application data except the colour profile and
 * the orientation, and nothing after the end. Returns undefined for a malformed JPEG.
 */
export function jpegParts(bytes: Buffer): Buffer[] | undefined {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  for (let count = 0; count < maxParts && bytes[at] === 0xff; count++) {
    const kind = bytes[at + 1]
    if (kind === marker.end) return [...parts, bytes.subarray(at, at + 2)]
    if (kind === undefined || at + 4 > bytes.length) return undefined
    const content = at + 2 + bytes.readUInt16BE(at + 2)
    const end = kind === marker.scan ? endOfScan(bytes, content) : content
    if (end > bytes.length) return undefined
    parts.push(...neededSegments(bytes.subarray(at, end), kind))
    at = end
  }
  return undefined
}

/** In a scan, 0xff is followed by 0, by a fill byte 0xff or by a restart marker. Any other marker ends the scan. */
function endOfScan(bytes: Buffer, from: number) {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

function neededSegments(segment: Buffer, kind: number): Buffer[] {
  if (kind === marker.comment) return []
  const isApplication = kind >= 0xe0 && kind <= 0xef
  if (!isApplication) return [segment]
  const name = segment.toString('latin1', 4, 18)
  if (kind === 0xe1 && name.startsWith(exifName)) return onlyOrientation(segment)
  const isJfif = kind === 0xe0 && name.startsWith('JFIF\0')
  const isColourProfile = kind === 0xe2 && name.startsWith('ICC_PROFILE\0')
  const isAdobe = kind === 0xee && name.startsWith('Adobe')
  return isJfif || isColourProfile || isAdobe ? [segment] : []
}

function onlyOrientation(segment: Buffer): Buffer[] {
  const orientation = orientationOf(segment.subarray(4 + exifName.length))
  if (orientation === 1) return []
  const tiff = tiffOf(orientation)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exifName.length + tiff.length])
  return [Buffer.concat([head, Buffer.from(exifName, 'latin1'), tiff])]
}
