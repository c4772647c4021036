import { expect, test } from 'vitest'
import { linkParts } from './linkParts.ts'

const addresses = [
  ['See https://example.com/order.', 'https://example.com/order'],
  ['(https://example.com/order)', 'https://example.com/order'],
  ['https://en.wikipedia.test/wiki/Drill_(tool)', 'https://en.wikipedia.test/wiki/Drill_(tool)'],
  ['(as in https://en.wikipedia.test/wiki/Drill_(tool)).', 'https://en.wikipedia.test/wiki/Drill_(tool)'],
  ['https://example.com/a[1], and more', 'https://example.com/a[1]'],
] as const

test.each(addresses)('the link in “%s” is %s, and no text is lost [D2.7]', (text, href) => {
  const parts = linkParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => part.href ?? [])).toEqual([href])
})
