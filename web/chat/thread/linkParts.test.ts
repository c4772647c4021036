import { expect, test } from 'vitest'
import { linkParts } from './linkParts.ts'

test.each([
  ['See https://example.com/order.', ['https://example.com/order']],
  ['(https://example.com/order)', ['https://example.com/order']],
  ['(as in https://en.wikipedia.test/wiki/Drill_(tool)).', ['https://en.wikipedia.test/wiki/Drill_(tool)']],
  ['https://example.com/a[1], and more', ['https://example.com/a[1]']],
  ['https://shop.example/a_(b)_(c)?q=(1)', ['https://shop.example/a_(b)_(c)?q=(1)']],
  ['https://müller-söhne.example/größe/?q=ä#ü', ['https://müller-söhne.example/größe/?q=ä#ü']],
  ['»https://shop.example/x« and “https://shop.example/y”', ['https://shop.example/x', 'https://shop.example/y']],
  ['« https://shop.example/fr » ; ‘https://shop.example/q’', ['https://shop.example/fr', 'https://shop.example/q']],
  ["https://shop.example/O'Brien/list", ["https://shop.example/O'Brien/list"]],
  ["'https://shop.example/quoted'", ['https://shop.example/quoted']],
  ['is it https://shop.example/path…', ['https://shop.example/path']],
  ['https://例え.example/路径。次の文', ['https://例え.example/路径']],
  ['HTTPS://SHOP.EXAMPLE/UPPER', ['HTTPS://SHOP.EXAMPLE/UPPER']],
  ['https://[2001:db8::1]:8443/x', ['https://[2001:db8::1]:8443/x']],
  ['https://شركة.example/صفحة_(1)', ['https://شركة.example/صفحة_(1)']],
  ['https://shop.example/?next=https://other.example/(z)', ['https://shop.example/?next=https://other.example/(z)']],
  [
    '<https://shop.example/angle>, https://shop.example:8443, http://localhost/x',
    ['https://shop.example/angle', 'https://shop.example:8443', 'http://localhost/x'],
  ],
  [
    'javascript:alert(1) data:text/html,x vbscript:x ftp://a.example mailto:a@b.example //c.example d.example e@f.example',
    [],
  ],
])('the links in “%s” are those that a person means, and no text is lost [D2.7]', (text, links) => {
  const parts = linkParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => part.href ?? [])).toEqual(links)
})
