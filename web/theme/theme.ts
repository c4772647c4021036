import { createTheme } from '@mui/material/styles'
import { overrides } from './overrides.ts'
import { darkPalette, lightPalette } from './palette.ts'
import { sizes } from './sizes.ts'
import { typography } from './typography.ts'

const tint = (opacity: number) => `rgba(145 158 171 / ${opacity})`
const shade = (opacity: number) => `rgba(0 0 0 / ${opacity})`

/** A light shadow would glow on a dark background, so shadows have a colour per scheme. */
function shadows(color: (opacity: number) => string) {
  return {
    card: `0 0 2px 0 ${color(0.2)}, 0 12px 24px -4px ${color(0.12)}`,
    dropdown: `0 0 2px 0 ${color(0.24)}, -20px 20px 40px -4px ${color(0.24)}`,
    dialog: `-40px 40px 80px -8px ${shade(0.24)}`,
  }
}

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme', cssVarPrefix: '' },
  colorSchemes: {
    light: { palette: lightPalette, customShadows: shadows(tint) },
    dark: { palette: darkPalette, customShadows: shadows((opacity) => shade(opacity * 2)) },
  },
  shape: { borderRadius: sizes.radius },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  focusVisible: true,
  motion: { reducedMotion: 'system' },
  typography,
  components: overrides,
})
