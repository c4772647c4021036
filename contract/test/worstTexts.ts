/** Long runs of these make ambiguous regular expressions backtrack the most. */
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

/** Prefixes of such a run. */
const starts = [
  ['an address', 'https://a.b/', ')'],
  ['a data URL', 'data:image/png;base64,', '='],
  ['a data URL', 'data:image/png;base64,', 'AAAA'],
] as const

/** Texts of `length` characters: runs to the end, and runs followed by one letter. */
export function worstTexts(length: number) {
  const texts: [name: string, text: string][] = []
  const add = (name: string, start: string, unit: string) => {
    const left = length - start.length
    if (left < 1) return
    texts.push([name, start + run(unit, left)], [`${name} before a letter`, `${start}${run(unit, left - 1)}A`])
  }
  for (const [name, unit] of Object.entries(units)) add(name, '', unit)
  for (const [name, start, unit] of starts) add(`${unit} after the beginning of ${name}`, start, unit)
  return texts
}

function run(unit: string, length: number) {
  return unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
}
