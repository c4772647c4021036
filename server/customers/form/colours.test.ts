import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coloursFrom, contrast } from './colours.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const scheme = fc.constantFrom('light', 'dark')
const texts = { light: ['#1c252e', '#51606e', '#b71d18'], dark: ['#f4f6f8', '#b1bdc8', '#ffa08a'] }

test('the contrast of black and white is 21, and that of a colour with itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#146cdd', '#146cdd')).toBe(1)
})

test('every text is readable, and every edge visible, with any colour of a company', () => {
  fc.assert(
    fc.property(colour, scheme, (brand, mode) => {
      const colours = coloursFrom(brand, mode)
      expect(contrast(colours['on-brand'], colours.brand)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours['on-brand'], colours['brand-pressed'])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours['on-brand-soft'], colours['brand-soft'])).toBeGreaterThanOrEqual(4.5)
      for (const background of [colours.paper, colours.page]) {
        expect(contrast(colours.link, background)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colours.ring, background)).toBeGreaterThanOrEqual(3)
        for (const text of texts[mode]) expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(texts[mode][0]!, colours['brand-soft'])).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('a colour that is readable as it is stays as it is', () => {
  expect(coloursFrom('#0c44ae', 'light')).toMatchObject({ link: '#0c44ae', ring: '#0c44ae', 'on-brand': '#ffffff' })
  expect(coloursFrom('#ffe600', 'dark')).toMatchObject({ link: '#ffe600', 'on-brand': '#000000' })
})

test('what is not a colour is replaced, because it is written into the styles', () => {
  expect(coloursFrom('red}body{display:none', 'light').brand).toBe('#146cdd')
})
