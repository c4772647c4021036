import { z } from 'zod'
import './errors.ts'

// What no keyboard types and no database text holds; pasted text brings it along.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** Text as a person meant it: one kind of line break, no control characters, no broken surrogates. */
export function cleaned(raw: string) {
  return raw.toWellFormed().replace(/\r\n?/g, '\n').replace(unprintable, '')
}

/** A text field of at most `max` characters. */
export function text(max: number) {
  return z.string().overwrite(cleaned).max(max)
}

/** A required text on one line: white space and line breaks become one blank, then 1 to `max` characters. */
export function requiredLine(max: number) {
  // NEL is the one line break that JavaScript does not count as white space.
  const line = z.string().overwrite((raw) => cleaned(raw).replace(/[\s\u0085]+/g, ' '))
  return line.trim().min(1).max(max)
}

/** A text field that must say something: trimmed, then 1 to `max` characters. */
export function requiredText(max: number) {
  return z.string().overwrite(cleaned).trim().min(1).max(max)
}
