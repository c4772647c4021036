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
  emoji: '👩‍👩‍👧',
  'quoted cells': ',"',
  'at signs': '@a.',
  'Thai letters': 'กข',
} as const

/** Texts of `length` characters: runs up to the end, and runs that a last letter breaks off. */
export function worstTexts(length: number) {
  const texts: [what: string, text: string][] = []
  for (const [what, unit] of Object.entries(units)) {
    texts.push([what, run(unit, length)], [`${what} before a letter`, `${run(unit, length - 1)}A`])
  }
  const start = 'https://a.b/'
  if (length > start.length) texts.push(['brackets behind an address', start + run(')', length - start.length)])
  return texts
}

function run(unit: string, length: number) {
  return unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed()
}
