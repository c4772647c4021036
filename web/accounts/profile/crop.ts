import { encodedUrl } from '#web/components/encodedPicture.ts'

/** A square of a picture, in pixels of the picture. */
export interface Crop {
  side: number
  left: number
  top: number
}

export interface Extent {
  width: number
  height: number
}

/**
 * `inside`: the square stays within the picture. `around`: it can contain the whole picture, with empty space at two
 * edges.
 */
export type Bounds = 'inside' | 'around'

const maxZoom = 5
/** The longest side of the uploaded picture. */
const maxSidePx = 512

/** The largest crop: the one that shows most of the picture. */
export function widestCrop(picture: Extent, bounds: Bounds): Crop {
  const side = bounds === 'inside' ? Math.min(picture.width, picture.height) : Math.max(picture.width, picture.height)
  return { side, left: (picture.width - side) / 2, top: (picture.height - side) / 2 }
}

/** The zoom of a crop, from 0 to 100. */
export function zoomOf({ side }: Crop, widest: Crop) {
  return ((widest.side / side - 1) / (maxZoom - 1)) * 100
}

/** The crop at a zoom of 0 to 100, with the same centre. */
export function zoomedTo(zoom: number, crop: Crop, widest: Crop, picture: Extent): Crop {
  const clamped = Math.min(Math.max(zoom, 0), 100)
  const side = widest.side / (1 + (clamped / 100) * (maxZoom - 1))
  const grown = (side - crop.side) / 2
  return clampToPicture({ side, left: crop.left - grown, top: crop.top - grown }, picture)
}

/** The crop moved by fractions of its own side. */
export function panBy({ x, y }: { x: number; y: number }, crop: Crop, picture: Extent): Crop {
  return clampToPicture({ ...crop, left: crop.left + x * crop.side, top: crop.top + y * crop.side }, picture)
}

/** From 0 (left, top) to 100; undefined along an axis where the crop cannot move. */
export interface Position {
  x: number | undefined
  y: number | undefined
}

export function positionOf({ side, left, top }: Crop, { width, height }: Extent): Position {
  return { x: percentOf(left, width - side), y: percentOf(top, height - side) }
}

function percentOf(offset: number, range: number) {
  return range >= 1 ? (offset / range) * 100 : undefined
}

export function movedTo(position: Partial<Position>, crop: Crop, picture: Extent): Crop {
  const { x, y } = { ...positionOf(crop, picture), ...position }
  const left = ((x ?? 0) / 100) * (picture.width - crop.side)
  const top = ((y ?? 0) / 100) * (picture.height - crop.side)
  return clampToPicture({ ...crop, left, top }, picture)
}

function clampToPicture({ side, left, top }: Crop, { width, height }: Extent): Crop {
  return { side, left: clamp(left, width - side), top: clamp(top, height - side) }
}

/** A picture that is smaller than the square is centred in it. */
function clamp(offset: number, range: number) {
  return range < 0 ? range / 2 : Math.min(Math.max(offset, 0), range)
}

/** Draws the crop as a picture and returns it as a data URL. */
export function renderCrop(image: HTMLImageElement, { side, left, top }: Crop) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(Math.min(side, maxSidePx)))
  canvas.height = canvas.width
  const scale = canvas.width / side
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, -left * scale, -top * scale, image.naturalWidth * scale, image.naturalHeight * scale)
  return encodedUrl(canvas, 0.9)
}
