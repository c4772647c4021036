/** A square of a picture, in the picture's own pixels. */
export interface Crop {
  side: number
  left: number
  top: number
}

export interface Extent {
  width: number
  height: number
}

/** `inside`: the square stays within the picture; `around`: it may hold the whole of it, with room at two edges. */
export type Bounds = 'inside' | 'around'

const mostZoom = 5
/** The longest side of what is sent, in pixels. */
const sentSide = 512

/** The most of a picture that a square can show. */
export function widestCrop(picture: Extent, bounds: Bounds): Crop {
  const side = bounds === 'inside' ? Math.min(picture.width, picture.height) : Math.max(picture.width, picture.height)
  return { side, left: (picture.width - side) / 2, top: (picture.height - side) / 2 }
}

/** How far a crop has gone in, from 0 to 100. */
export function zoomOf({ side }: Crop, widest: Crop) {
  return ((widest.side / side - 1) / (mostZoom - 1)) * 100
}

/** The crop at a zoom of 0 to 100, about the same middle. */
export function zoomedTo(zoom: number, crop: Crop, widest: Crop, picture: Extent): Crop {
  const within = Math.min(Math.max(zoom, 0), 100)
  const side = widest.side / (1 + (within / 100) * (mostZoom - 1))
  const grown = (side - crop.side) / 2
  return keptWithin({ side, left: crop.left - grown, top: crop.top - grown }, picture)
}

/** The crop moved by so much of its own side. */
export function movedBy({ x, y }: { x: number; y: number }, crop: Crop, picture: Extent): Crop {
  return keptWithin({ ...crop, left: crop.left + x * crop.side, top: crop.top + y * crop.side }, picture)
}

/** Where the crop lies, from 0 (left, top) to 100; no number along an edge where it cannot move. */
export function placeOf({ side, left, top }: Crop, { width, height }: Extent) {
  return { x: share(left, width - side), y: share(top, height - side) }
}

function share(offset: number, room: number) {
  return room >= 1 ? (offset / room) * 100 : undefined
}

export function placedAt(place: { x?: number; y?: number }, crop: Crop, picture: Extent): Crop {
  const { x, y } = { ...placeOf(crop, picture), ...place }
  const left = ((x ?? 0) / 100) * (picture.width - crop.side)
  const top = ((y ?? 0) / 100) * (picture.height - crop.side)
  return keptWithin({ ...crop, left, top }, picture)
}

function keptWithin({ side, left, top }: Crop, { width, height }: Extent): Crop {
  return { side, left: kept(left, width - side), top: kept(top, height - side) }
}

/** A picture smaller than the square stays in its middle. */
function kept(offset: number, room: number) {
  return room < 0 ? room / 2 : Math.min(Math.max(offset, 0), room)
}

/** The crop as a picture of its own, as a data URL. */
export function cutOut(image: HTMLImageElement, { side, left, top }: Crop) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(Math.min(side, sentSide)))
  canvas.height = canvas.width
  const scale = canvas.width / side
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, -left * scale, -top * scale, image.naturalWidth * scale, image.naturalHeight * scale)
  // WebP keeps what is transparent; a browser that cannot write it answers with a PNG.
  return canvas.toDataURL('image/webp', 0.9)
}
