import '@mui/material/styles'

declare module '@mui/material/styles' {
  interface PaletteColor {
    lighter: string
    darker: string
    /** A background for small white text. */
    fill: string
    /** For small text on the page. */
    text: string
  }
  interface SimplePaletteColorOptions {
    lighter?: string
    darker?: string
    fill?: string
    text?: string
  }
  interface TypeBackground {
    neutral: string
  }
  interface Palette {
    /** The border of controls: 3:1 against the background (WCAG 2.2, 1.4.11). */
    control: string
    /** The two sides of a thread. */
    side: { customer: string; host: string }
  }
  interface PaletteOptions {
    control?: string
    side?: { customer: string; host: string }
  }
  interface CustomShadows {
    card: string
    dropdown: string
    dialog: string
  }
  interface ColorSystemOptions {
    customShadows?: CustomShadows
  }
  interface ThemeVars {
    customShadows: CustomShadows
  }
}
