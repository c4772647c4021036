import { maxParts } from './maxParts.ts'

const extension = 0x21
const frame = 0x2c
const end = 0x3b
const graphicControl = 0xf9
const application = 0xff

/** Returns the blocks of a GIF that its frames need, up to its end, or undefined for a malformed GIF. */
export function gifParts(bytes: Buffer): Buffer[] | undefined {
  const start = 13 + colourBytes(bytes[10])
  const parts = [bytes.subarray(0, start)]
  let at = start
  for (let count = 0; count < maxParts && at < bytes.length; count++) {
    const kind = bytes[at]
    if (kind === end) return [...parts, bytes.subarray(at, at + 1)]
    if (kind !== extension && kind !== frame) return undefined
    const content = kind === frame ? at + 11 + colourBytes(bytes[at + 9]) : at + 2
    const next = endOfBlocks(bytes, content)
    if (next > bytes.length) return undefined
    const isNeeded = kind === frame || isNeededExtension(bytes[at + 1]!, bytes.subarray(content, next))
    if (isNeeded) parts.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

/** The size in bytes of the colour table, from the flags of a descriptor. */
function colourBytes(flags = 0) {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

/** Each sub-block begins with its length, and an empty one ends the sequence. */
function endOfBlocks(bytes: Buffer, from: number) {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}

/** The loop count of an animation takes 17 bytes. A longer block of the same name hides something. */
const maxLoopBytes = 32

function isNeededExtension(label: number, content: Buffer) {
  if (label === graphicControl) return true
  const name = label === application ? content.toString('latin1', 1, 12) : ''
  const isLoopCount = /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(name) && content.length <= maxLoopBytes
  return isLoopCount || name === 'ICCRGBG1012'
}
