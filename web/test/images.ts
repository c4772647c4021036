import { Buffer } from 'node:buffer'
import { vi } from 'vitest'

// One pixel, followed by bytes that make each file different.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An image file of the type in its name. */
export function image(name: string, type = 'image/png') {
  return new File([Buffer.from(pixel, 'base64')], name, { type })
}

/** A file with some words in it, whatever its name says. */
export function textFile(name: string, type = 'text/plain') {
  return new File([`The words of ${name}`], name, { type })
}

export const imageUrl = `data:image/png;base64,${pixel}`

/** jsdom decodes no images: every file gets this size, and a damaged one fails. */
export function decodeImages({ width = 1, height = 1, isDamaged = false } = {}) {
  const createImageBitmap = vi.fn<typeof window.createImageBitmap>(async () => {
    if (isDamaged) throw new DOMException('The source image could not be decoded.', 'InvalidStateError')
    return { width, height, close: () => {} }
  })
  vi.stubGlobal('createImageBitmap', createImageBitmap)
  let made = 0
  URL.createObjectURL = vi.fn<typeof URL.createObjectURL>(() => `blob:picture-${(made += 1)}`)
  URL.revokeObjectURL = vi.fn<typeof URL.revokeObjectURL>()
}
