/** Of what expressions with more than one way to match take long to read, above all in a long run. */
const units = {
  letters: 'x',
  digits: '0',
  blanks: ' ',
  'line feeds': '\n',
  brackets: '(',
  'equals signs': '=',
  apostrophes: "'",
  'combining marks': '\u0301',
  'combining marks out of order': '\u0301\u0316',
  emoji: '👩‍👩‍👧',
  'quoted cells': ',"',
  'at signs': '@a.',
  'Thai letters': 'กข',
} as const

/** What may stand before such a run. */
const starts = [
  ['an address', 'https://a.b/', ')'],
  ['a data URL', 'data:image/png;base64,', '='],
  ['a data URL', 'data:image/png;base64,', 'AAAA'],
] as const

/** Texts of `length` characters: runs up to the end, and runs that a last letter breaks off. */
export function worstTexts(length: number) {
  const texts: [what: string, text: string][] = []
  const add = (what: string, start: string, unit: string) => {
    const left = length - start.length
    if (left < 1) return
    texts.push([what, start + run(unit, left)], [`${what} before a letter`, `${start}${run(unit, left - 1)}A`])
  }
  for (const [what, unit] of Object.entries(units)) add(what, '', unit)
  for (const [what, start, unit] of starts) add(`${unit} behind the beginning of ${what}`, start, unit)
  return texts
}

function run(unit: string, length: number) {
  return unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed()
}
