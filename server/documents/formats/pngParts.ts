import { crc32 } from 'node:zlib'
import { orientationOf, tiffOf } from './exif.ts'
import { maxParts } from './maxParts.ts'

/** The chunks for pixels, colours, proportions and animation. Texts, dates and private chunks are removed. */
const neededChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
)

/** Returns the chunks of a PNG that its picture needs, up to its end, or undefined for a malformed PNG. */
export function pngParts(bytes: Buffer): Buffer[] | undefined {
  const parts = [bytes.subarray(0, 8)]
  let at = 8
  for (let count = 0; count < maxParts && at + 12 <= bytes.length; count++) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const chunk = bytes.subarray(at, end)
    const name = chunk.toString('latin1', 4, 8)
    if (neededChunks.has(name)) parts.push(chunk)
    else if (name === 'eXIf') parts.push(...onlyOrientation(chunk))
    if (name === 'IEND') return parts
    at = end
  }
  return undefined
}

function onlyOrientation(chunk: Buffer): Buffer[] {
  const orientation = orientationOf(chunk.subarray(8, -4))
  if (orientation === 1) return []
  const content = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffOf(orientation)])
  return [uint32(content.length - 4), content, uint32(crc32(content))]
}

function uint32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
