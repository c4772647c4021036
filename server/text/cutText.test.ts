import { expect, test } from 'vitest'
import { cutText, shorten } from './cutText.ts'

test.each([
  ['no longer than it may be', 100, 'no longer than it may be'],
  ['x🧑🏿‍🔬y', 3, 'x'],
  ['x🧑🏿‍🔬y', 8, 'x🧑🏿‍🔬'],
  ['🇫🇷🇩🇪', 5, '🇫🇷'],
  ['cafe\u0301s', 4, 'caf'],
  ['a\r\nb', 2, 'a'],
  [`${'x'.repeat(9999)}😀`, 10_000, 'x'.repeat(9999)],
  ['😀', 1, ''],
])('%j has at most %i code units, and ends between characters that people see: %j', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected)
})

test('a character that somebody has made long is cut, rather than everything', () => {
  const long = `a${'\u0301'.repeat(1000)}`
  expect(cutText(long, 500)).toHaveLength(500)
})

test('a text that is cut ends with an ellipsis', () => {
  expect([shorten('two words', 9), shorten('two words', 4)]).toEqual(['two words', 'two…'])
})
