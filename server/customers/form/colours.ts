type Rgb = [number, number, number]

const white = '#ffffff'
const black = '#000000'

/** The neutral colours of the pages. `tint` is how much of the company's colour the page behind the form has. */
const schemes = {
  light: { paper: white, page: '#f5f7f9', tint: 0.06, towards: black },
  dark: { paper: '#1c252e', page: '#12171d', tint: 0.08, towards: white },
}

/** The colours that depend on the company's, by the names of their CSS properties. */
export function coloursFrom(colour: string, scheme: 'light' | 'dark') {
  const { paper, page, tint, towards } = schemes[scheme]
  const brand = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#146cdd'
  const onBrand = textOn(brand)
  const behind = mix(page, brand, tint)
  return {
    brand,
    'on-brand': onBrand,
    // Moves away from the colour of the text on it, so that its contrast only grows.
    'brand-pressed': mix(brand, onBrand === white ? black : white, 0.14),
    paper,
    page: behind,
    link: readable(brand, [paper, behind], towards, 4.5),
    ring: readable(brand, [paper, behind], towards, 3),
    'brand-soft': mix(paper, brand, 0.12),
    'on-brand-soft': readable(brand, [mix(paper, brand, 0.12)], towards, 4.5),
  }
}

/** Black or white: the one with more contrast, which is always at least 4.5:1. */
function textOn(background: string) {
  return contrast(white, background) >= contrast(black, background) ? white : black
}

/** The colour itself, or the nearest darker or lighter one that has this contrast with all backgrounds. */
function readable(colour: string, backgrounds: string[], towards: string, ratio: number) {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, towards, share)
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate
  }
  return towards
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string) {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string) {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(one: string, other: string, share: number) {
  const added = channels(other)
  const mixed = channels(one).map((value, place) => Math.round(value * (1 - share) + added[place]! * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)) as Rgb
}
