/** Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs of Arabic. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
/** Invisible characters such as a soft hyphen or a zero-width joiner, and the stroke that stretches an Arabic word. */
const unseen = /[\p{DI}\u0640]/gu
/** Normalizing takes time quadratic in the marks on one letter. Unicode's Stream-Safe Text Format (UAX #15) allows 30. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu
const otherLetters: Record<string, string> = { ς: 'σ', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' }

/**
 * A text as it is compared: without accents, case, ligatures and invisible characters, with ASCII digits.
 *
 * JavaScript has no Unicode case folding. Lower, upper and lower case in turn make the same letters equal, because the
 * upper case is a full mapping (ß and ẞ both become SS). Only the final sigma, which depends on its place, remains.
 * A test compares the result with the case folding of regular expressions for every character.
 */
export function foldText(text: string) {
  const plain = text
    .replace(tooManyMarks, '$1')
    .normalize('NFKD')
    .replace(accents, '')
    .replace(unseen, '')
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[ςøłđæœþð]/g, (letter) => otherLetters[letter]!)
  return toAsciiDigits(plain)
}

/** Digits of every script as 0 to 9. */
export function toAsciiDigits(text: string) {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0)!)))
}

/** Unicode keeps the ten digits of a script together and in order; some scripts follow each other without a gap. */
function digitValue(codePoint: number) {
  let first = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (codePoint - first) % 10
}
