import { createRequire } from 'node:module'
import type sharp from 'sharp'

type Library = typeof sharp

// The loader with which tools and tests import the server's modules ends before the first image, so `import()` would fail there.
const load = createRequire(import.meta.url)
let loaded: Library | undefined

/** Loaded with the first image, because its native code would take a tenth of each start. */
export function imageLibrary() {
  return (loaded ??= prepare(load('sharp')))
}

/** Every upload is a different picture, so a cache would only waste memory. */
function prepare(library: Library) {
  library.cache(false)
  library.concurrency(1)
  return library
}
