import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** The size that `initdb` chooses. */
export const segmentBytes = 16 * 1024 * 1024
const segmentsPerFile = 256
const pageBytes = 8192
const emptyPage = Buffer.alloc(pageBytes)

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Whether a file name is that of a finished segment of the write-ahead log: its timeline and number, in hexadecimal. */
export function isSegment(name: string) {
  return /^[0-9A-F]{24}$/.test(name)
}

/** Each restore to a moment begins a new timeline. */
export function timelineOf(name: string) {
  return name.slice(0, 8)
}

/** The name of the segment that follows on the same timeline. */
export function nextSegment(name: string) {
  const [file, part] = [Number.parseInt(name.slice(8, 16), 16), Number.parseInt(name.slice(16), 16) + 1]
  const [nextFile, nextPart] = part === segmentsPerFile ? [file + 1, 0] : [file, part]
  return `${timelineOf(name)}${hex(nextFile)}${hex(nextPart)}`
}

function hex(number: number) {
  return number.toString(16).toUpperCase().padStart(8, '0')
}

/** Compresses a segment without the empty pages at its end: most segments end early, because a commit must not wait in them. */
export async function packSegment(segment: Buffer) {
  if (segment.length !== segmentBytes) throw new Error(`a segment of the log has ${segment.length} bytes`)
  let end = segment.length
  while (end > 0 && segment.subarray(end - pageBytes, end).equals(emptyPage)) end -= pageBytes
  return zip(segment.subarray(0, end), { level: 1 })
}

/** Returns the segment without the empty pages at its end. */
export async function unpackSegment(packed: Buffer) {
  return unzip(packed)
}

export function hashOf(packed: Buffer) {
  return createHash('sha256').update(packed).digest('hex')
}
