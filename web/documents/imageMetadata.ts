import type { ImageType } from '#contract/documents.ts'
import { text } from './imageType.ts'

/** An image without the metadata of cameras and programs: place, time, owner, comments. */
interface StrippedImage {
  bytes: Uint8Array<ArrayBuffer>
  /** The stored picture is rotated or mirrored; the Exif orientation that says so has been removed. */
  isRotated: boolean
  isAnimated: boolean
}

interface Part {
  name: string
  bytes: Uint8Array
  content: Uint8Array
}

/** Changes no pixel. Returns null if the file does not have the structure of its type. */
export function withoutMetadata(bytes: Uint8Array, type: ImageType): StrippedImage | null {
  const parts = splitters[type]?.(bytes)
  if (!parts) return null
  const kept = parts.filter(({ name }) => !metadata.has(name))
  return {
    bytes: type === 'image/webp' ? joinWebp(kept) : join(kept),
    isRotated: parts.some(({ name, content }) => exifNames.has(name) && orientationOf(content) > 1),
    isAnimated: parts.some(({ name }) => name === 'acTL' || name === 'ANIM') || framesIn(parts) > 1,
  }
}

function framesIn(parts: Part[]) {
  return parts.filter(({ name }) => name === 'frame').length
}

const exifNames = new Set(['Exif', 'eXIf', 'EXIF'])
const metadata = new Set([...exifNames, 'comment', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'XMP '])

const splitters: Partial<Record<ImageType, (bytes: Uint8Array) => Part[] | null>> = {
  'image/jpeg': splitJpeg,
  'image/png': splitPng,
  'image/webp': splitWebp,
  'image/gif': splitGif,
}

/** Drops everything after the end of the picture, where cameras append more pictures with metadata of their own. */
function splitJpeg(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [{ name: 'start', bytes: bytes.subarray(0, 2), content: bytes.subarray(2, 2) }]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    const content = bytes.subarray(at + 4, at + 2 + viewOf(bytes).getUint16(at + 2))
    const end = marker === startOfScan ? endOfScan(bytes, at + 4 + content.length) : at + 4 + content.length
    parts.push({ name: jpegName(marker, content), bytes: bytes.subarray(at, end), content: content.subarray(6) })
    if (bytes[end] === 0xff && bytes[end + 1] === endOfImage)
      return [...parts, { name: 'end', bytes: bytes.subarray(end, end + 2), content }]
    at = end
  }
  return null
}

const startOfScan = 0xda
const endOfImage = 0xd9

/** JFIF (APP0), the colour profile (APP2) and Adobe (APP14) affect the colours; other application segments are metadata. */
function jpegName(marker: number, content: Uint8Array) {
  if (text(content, 0, 6) === 'Exif\0\0') return 'Exif'
  const isProfile = marker === 0xe2 && text(content, 0, 12) === 'ICC_PROFILE\0'
  const isNeeded = marker === 0xe0 || marker === 0xee || isProfile
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return marker === 0xfe || (isApplication && !isNeeded) ? 'comment' : 'picture'
}

/** In a scan, 0xff is followed by 0 or a restart marker (0xd0 to 0xd7); any other marker ends it (ITU-T T.81, annex B). */
function endOfScan(bytes: Uint8Array, from: number) {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

function splitPng(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [{ name: 'signature', bytes: bytes.subarray(0, 8), content: bytes.subarray(8, 8) }]
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = viewOf(bytes).getUint32(at)
    const end = at + 12 + length
    const name = text(bytes, at + 4, at + 8)
    parts.push({ name, bytes: bytes.subarray(at, end), content: bytes.subarray(at + 8, at + 8 + length) })
    if (name === 'IEND') return parts
    at = end
  }
  return null
}

function splitWebp(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [{ name: 'RIFF', bytes: bytes.subarray(0, 12), content: bytes.subarray(12, 12) }]
  const whole = Math.min(bytes.length, 8 + viewOf(bytes).getUint32(4, true))
  for (let at = 12; at + 8 <= whole;) {
    const length = viewOf(bytes).getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    const content = bytes.subarray(at + 8, at + 8 + length)
    parts.push({ name: text(bytes, at, at + 4), bytes: bytes.subarray(at, end), content })
    at = end
  }
  return parts.length > 1 ? parts : null
}

/** Updates the length in the RIFF header, and clears the Exif and XMP flags of the VP8X chunk (RFC 9649). */
function joinWebp(parts: Part[]) {
  const joined = join(parts)
  viewOf(joined).setUint32(4, joined.length - 8, true)
  const hasFlags = text(joined, 12, 16) === 'VP8X'
  if (hasFlags) joined[20]! &= ~0x0c
  return joined
}

function splitGif(bytes: Uint8Array): Part[] | null {
  const start = 13 + colorTableBytes(bytes[10])
  const parts: Part[] = [{ name: 'start', bytes: bytes.subarray(0, start), content: bytes.subarray(start, start) }]
  for (let at = start; at < bytes.length;) {
    const mark = bytes[at]
    if (mark === endOfGif) return [...parts, { name: 'end', bytes: bytes.subarray(at, at + 1), content: bytes }]
    if (mark !== gifExtension && mark !== gifFrame) return null
    const isFrame = mark === gifFrame
    const content = isFrame ? at + 11 + colorTableBytes(bytes[at + 9]) : at + 2
    const end = endOfBlocks(bytes, content)
    const name = isFrame ? 'frame' : gifName(bytes[at + 1]!, bytes.subarray(content, end))
    parts.push({ name, bytes: bytes.subarray(at, end), content: bytes.subarray(content, end) })
    at = end
  }
  return null
}

const gifExtension = 0x21
const gifFrame = 0x2c
const endOfGif = 0x3b

/** The length in bytes of the colour table, from the flags of a GIF header or frame. */
function colorTableBytes(flags = 0) {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

/** Each block begins with its length in one byte; length 0 ends the list. */
function endOfBlocks(bytes: Uint8Array, from: number) {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}

/** Keeps only two application extensions (GIF89a, section 26): the repeat count and the colour profile. */
function gifName(label: number, content: Uint8Array) {
  const isNeeded = /^(NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/.test(text(content, 1, 12))
  return label === 0xfe || (label === 0xff && !isNeeded) ? 'comment' : 'picture'
}

function join(parts: Part[]) {
  const joined = new Uint8Array(parts.reduce((length, { bytes }) => length + bytes.length, 0))
  let at = 0
  for (const { bytes } of parts) {
    joined.set(bytes, at)
    at += bytes.length
  }
  return joined
}

/** The Exif orientation: 1 is upright, 2 to 8 are rotated or mirrored. Exif data is a small TIFF file. */
function orientationOf(exif: Uint8Array) {
  const tiff = text(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  if (tiff.length < 8) return 1
  const view = viewOf(tiff)
  const isLittleEndian = text(tiff, 0, 2) === 'II'
  const directory = view.getUint32(4, isLittleEndian)
  if (directory + 2 > tiff.length) return 1
  const count = view.getUint16(directory, isLittleEndian)
  for (let at = directory + 2; at + 12 <= Math.min(tiff.length, directory + 2 + count * 12); at += 12) {
    if (view.getUint16(at, isLittleEndian) === orientationTag) return view.getUint16(at + 8, isLittleEndian)
  }
  return 1
}

const orientationTag = 0x0112

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array) {
  return new DataView(buffer, byteOffset, byteLength)
}
