import type { ImageType } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'

/** No image takes more than two seconds of a processor. An AVIF takes several times as long as the others. */
export const maxPixels: Record<ImageType, number> = {
  'image/png': limits.documentPixels,
  'image/jpeg': limits.documentPixels,
  'image/gif': limits.documentPixels,
  'image/webp': limits.documentPixels,
  'image/avif': 8_000_000,
}

/** Encoding takes longer than decoding. */
export const maxEncodedPixels = 12_000_000
