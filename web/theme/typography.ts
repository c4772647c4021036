import type { ThemeOptions } from '@mui/material/styles'

const fallbacks = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
const body = `"DM Sans Variable", ${fallbacks}`
/** One weight for all headings: each is a file of its own. */
export const heading = { fontFamily: `"Barlow", "Barlow Fallback", ${fallbacks}`, fontWeight: 700 }

function rem(pixels: number) {
  return `${pixels / 16}rem`
}

function sized(base: number, larger: Record<number, number>) {
  const steps = Object.entries(larger).map(([width, size]) => [
    `@media (min-width:${width}px)`,
    { fontSize: rem(size) },
  ])
  return { fontSize: rem(base), ...Object.fromEntries(steps) }
}

export const typography: ThemeOptions['typography'] = {
  fontFamily: body,
  fontWeightLight: 300,
  fontWeightRegular: 400,
  fontWeightMedium: 500,
  fontWeightBold: 700,
  h1: { ...heading, lineHeight: 1.25, ...sized(40, { 600: 52, 900: 58, 1200: 64 }) },
  h2: { ...heading, lineHeight: 1.333, ...sized(32, { 600: 40, 900: 44, 1200: 48 }) },
  h3: { ...heading, lineHeight: 1.5, ...sized(24, { 600: 26, 900: 30, 1200: 32 }) },
  h4: { ...heading, lineHeight: 1.5, ...sized(20, { 900: 24 }) },
  h5: { ...heading, lineHeight: 1.5, ...sized(18, { 600: 19 }) },
  h6: { ...heading, lineHeight: 1.556, ...sized(17, { 600: 18 }) },
  subtitle1: { fontWeight: 600, lineHeight: 1.5, fontSize: rem(16) },
  subtitle2: { fontWeight: 600, lineHeight: 1.571, fontSize: rem(14) },
  body1: { lineHeight: 1.5, fontSize: rem(16) },
  body2: { lineHeight: 1.571, fontSize: rem(14) },
  caption: { lineHeight: 1.5, fontSize: rem(12) },
  overline: { fontWeight: 700, lineHeight: 1.5, fontSize: rem(12), textTransform: 'uppercase' },
  button: { fontWeight: 700, lineHeight: 1.714, fontSize: rem(14), textTransform: 'none' },
}
