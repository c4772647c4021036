import { expect, test } from 'vitest'
import { darkPalette, lightPalette } from './palette.ts'
import { theme } from './theme.ts'

type Rgb = [number, number, number]

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

/** A colour over another, with this opacity. */
function over(top: string, ground: string, opacity: number): Rgb {
  const below = rgb(ground)
  return rgb(top).map((channel, index) => channel * opacity + below[index]! * (1 - opacity)) as Rgb
}

function luminance(color: Rgb) {
  const [red, green, blue] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb) {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

test('primary colour, fonts and breakpoints match the specification [S9.7] [S9.13]', () => {
  expect(theme.palette.primary.main).toBe('#1877F2')
  expect(theme.typography.fontFamily).toContain('DM Sans')
  for (const level of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const)
    expect(theme.typography[level].fontFamily).toContain('Barlow')
  expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
})

const statuses = ['info', 'primary', 'secondary', 'warning', 'success'] as const

for (const name of ['light', 'dark'] as const) {
  const palette = name === 'light' ? lightPalette : darkPalette
  const grounds = [palette.background.default, palette.background.paper]

  test(`small text is readable on every background of the ${name} scheme`, () => {
    const texts = [palette.text.primary, palette.text.secondary, palette.primary.text, palette.error.main]
    const pairs = grounds.flatMap((ground) => [...texts, ...Object.values(palette.side)].map((text) => [text, ground]))
    pairs.push([palette.primary.contrastText, palette.primary.fill])
    pairs.push([palette.text.secondary, palette.background.neutral])
    expect(pairs.filter(([text, ground]) => contrast(rgb(text!), rgb(ground!)) < 4.5)).toEqual([])
  })

  test(`the primary colour stands out as an icon, a line or a fill in the ${name} scheme [S9.13]`, () => {
    const { main, contrastText } = palette.primary
    const beside = [...grounds, palette.background.neutral, contrastText]
    expect(beside.filter((ground) => contrast(rgb(main), rgb(ground)) < 3)).toEqual([])
    expect(grounds.filter((ground) => contrast(rgb(main), over(main, ground, 0.16)) < 3)).toEqual([])
  })

  test(`controls stand out from their background in the ${name} scheme`, () => {
    expect(grounds.filter((ground) => contrast(rgb(palette.control), rgb(ground)) < 3)).toEqual([])
  })

  test(`every status is readable in the ${name} scheme [D4.1]`, () => {
    const unreadable = statuses.filter((status) => {
      const { main, light, darker } = palette[status]
      const text = name === 'light' ? darker : light
      return contrast(rgb(text), over(main, palette.background.paper, 0.16)) < 4.5
    })
    expect(unreadable).toEqual([])
  })
}
