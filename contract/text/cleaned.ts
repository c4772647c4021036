// Control characters arrive with pasted text, and PostgreSQL's `text` rejects NUL.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** With the flag `u`, the two halves of a character count as one, so these are halves without the other. */
const lone = /\p{Surrogate}/gu

/** Text with only one kind of line break, no control characters and no lone surrogates. */
export function cleaned(raw: string) {
  return wellFormed(raw).replace(/\r\n?/g, '\n').replace(unprintable, '')
}

/** Firefox 115 has no `toWellFormed`, which is faster where many halves are alone. */
function wellFormed(raw: string) {
  const { toWellFormed } = String.prototype as typeof String.prototype & { toWellFormed?: () => string }
  return toWellFormed ? toWellFormed.call(raw) : raw.replace(lone, '\uFFFD')
}
