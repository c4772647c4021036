/**
 * Encodes a drawn picture. Safari's engine encodes no WebP and returns a PNG, which is many times larger, so an opaque picture becomes a JPEG
 * there.
 */
export async function encoded(canvas: OffscreenCanvas, type: string, quality: number) {
  const blob = await canvas.convertToBlob({ type, quality })
  return blob.type === type || !isOpaque(canvas) ? blob : canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** The same as a data URL, as WebP where possible. */
export function encodedUrl(canvas: HTMLCanvasElement, quality: number) {
  const url = canvas.toDataURL('image/webp', quality)
  return url.startsWith('data:image/webp') || !isOpaque(canvas) ? url : canvas.toDataURL('image/jpeg', quality)
}

function isOpaque(canvas: OffscreenCanvas | HTMLCanvasElement) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false
  return true
}
