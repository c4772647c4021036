import { maxParts } from './maxParts.ts'

type Box = { type: string; start: number; content: number; end: number }
type Extent = { start: number; end: number }
type Item = { id: number; extents: Extent[] }

/** Encoders leave only small gaps between boxes and items. A longer gap may hide something. */
const maxUnusedBytes = 4096
const maxMetadataItems = 32
const metadataTypes = new Set(['Exif', 'mime', 'uri '])

/**
 * Returns an AVIF up to the end of its picture, with its metadata overwritten by zeros. Offsets count from the beginning of
 * the file (ISO/IEC 14496-12), so nothing can be cut out of the middle. Returns undefined for a malformed AVIF or one with
 * unused bytes in the middle, which must be re-encoded.
 */
export function avifParts(bytes: Buffer): Buffer[] | undefined {
  try {
    return withoutMetadata(bytes)
  } catch (error) {
    // A length or offset points outside the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function withoutMetadata(bytes: Buffer) {
  const boxes = boxesIn(bytes, 0, bytes.length)
  const needed = boxes.filter(({ type }) => ['ftyp', 'meta', 'mdat', 'moov'].includes(type))
  const meta = needed.find(({ type }) => type === 'meta')
  const end = needed.at(-1)?.end ?? 0
  if (!meta || boxes.some((box) => box.end <= end && !needed.includes(box))) return undefined
  const items = itemsIn(bytes, meta)
  const metadata = items.filter(({ type }) => metadataTypes.has(type)).flatMap(({ extents }) => extents)
  if (metadata.length > maxMetadataItems || metadata.some((extent) => extent.end > end)) return undefined
  const isSequence = needed.some(({ type }) => type === 'moov')
  if (!isSequence && unusedIn(needed, meta, items) > maxUnusedBytes) return undefined
  return [zeroed(bytes.subarray(0, end), metadata)]
}

/** Returns the boxes up to the first invalid one, because other data may follow the last box. */
function boxesIn(bytes: Buffer, from: number, to: number) {
  const boxes: Box[] = []
  let start = from
  for (let count = 0; count < maxParts && start + 8 <= to; count++) {
    const short = bytes.readUInt32BE(start)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short
    const content = start + (short === 1 ? 16 : 8)
    const end = start + size
    if (end < content || end > to) return boxes
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, content, end })
    start = end
  }
  return boxes
}

function itemsIn(bytes: Buffer, meta: Box) {
  const boxes = boxesIn(bytes, meta.content + 4, meta.end)
  const boxOf = (type: string) => boxes.find((box) => box.type === type)
  const [infos, places] = [boxOf('iinf'), boxOf('iloc')]
  if (!infos || !places) throw new RangeError('The AVIF has no items')
  const types = itemTypes(bytes, infos)
  return itemPlaces(bytes, places, boxOf('idat')).map((item) => ({ ...item, type: types.get(item.id) ?? '' }))
}

function itemTypes(bytes: Buffer, { content, end }: Box) {
  const isShort = bytes[content] === 0
  const entries = boxesIn(bytes, content + (isShort ? 6 : 8), end)
  return new Map(
    entries.map((entry) => {
      const version = bytes[entry.content]!
      if (version < 2) throw new RangeError('Unsupported version of an item')
      const [id, type] =
        version === 2 ? [bytes.readUInt16BE(entry.content + 4), 8] : [bytes.readUInt32BE(entry.content + 4), 10]
      return [id, bytes.toString('latin1', entry.content + type, entry.content + type + 4)]
    }),
  )
}

/** The location of each item's bytes in the file, from the `iloc` box. */
function itemPlaces(bytes: Buffer, { content }: Box, idat: Box | undefined): Item[] {
  const version = bytes[content]!
  let at = content + 4
  const take = (size: number) => {
    at += size
    if (size === 8) return Number(bytes.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size)
  }
  const sizes = take(2)
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, sizes & 15]
  if (offsetSize + lengthSize === 0) throw new RangeError('The items have no location')
  const idSize = version < 2 ? 2 : 4
  return Array.from({ length: take(idSize) }, () => {
    const id = take(idSize)
    const method = version === 0 ? 0 : take(2) & 15
    if (method > 1 || (method === 1 && !idat)) throw new RangeError('An item is stored within another')
    take(2)
    const base = take(baseSize) + (method === 1 ? idat!.content : 0)
    const extents = Array.from({ length: take(2) }, () => {
      if (version > 0) take(indexSize)
      const start = base + take(offsetSize)
      return { start, end: start + take(lengthSize) }
    })
    return { id, extents }
  })
}

/** The number of bytes in `mdat` that belong to no item. */
function unusedIn(boxes: Box[], meta: Box, items: Item[]) {
  const stored = boxes.filter(({ type }) => type === 'mdat').reduce((sum, { content, end }) => sum + end - content, 0)
  const extents = items.flatMap((item) => item.extents).filter(({ start }) => start < meta.start || start >= meta.end)
  let used = 0
  let last = 0
  for (const { start, end } of extents.toSorted((a, b) => a.start - b.start)) {
    used += Math.max(0, end - Math.max(start, last))
    last = Math.max(last, end)
  }
  return stored - used
}

function zeroed(bytes: Buffer, extents: Extent[]) {
  if (extents.length === 0) return bytes
  const copy = Buffer.from(bytes)
  for (const { start, end } of extents) copy.fill(0, start, end)
  return copy
}
