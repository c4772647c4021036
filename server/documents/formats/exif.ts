/**
 * Reads the orientation from the TIFF structure in Exif data: 1 is upright, 2 to 8 are rotated or mirrored (TIFF 6.0, tag
 * 274). Returns 1 for unreadable data.
 */
export function orientationOf(tiff: Buffer): number {
  const byteOrder = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (byteOrder !== 'II' && byteOrder !== 'MM')) return 1
  const isLittle = byteOrder === 'II'
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const end = Math.min(tiff.length, directory + 2 + uint16(directory) * 12)
  for (let at = directory + 2; at + 12 <= end; at += 12) {
    if (uint16(at) === 0x0112) return inRange(uint16(at + 8))
  }
  return 1
}

function inRange(orientation: number) {
  return orientation >= 1 && orientation <= 8 ? orientation : 1
}

/** Returns a TIFF structure that contains only an orientation. */
export function tiffOf(orientation: number) {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
