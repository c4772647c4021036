import { z } from 'zod'
import './errors.ts'
import { cleaned } from './text/cleaned.ts'

/** A text field of at most `max` characters. */
export function text(max: number) {
  return z.string().overwrite(cleaned).max(max)
}

/** Required single-line text: runs of white space and line breaks become one space, then 1 to `max` characters. */
export function requiredLine(max: number) {
  // JavaScript's `\s` matches every line break except NEL (U+0085).
  const line = z.string().overwrite((raw) => cleaned(raw).replace(/[\s\u0085]+/g, ' '))
  return line.trim().min(1).max(max)
}

/** A required text field: trimmed, then 1 to `max` characters. */
export function requiredText(max: number) {
  return z.string().overwrite(cleaned).trim().min(1).max(max)
}
