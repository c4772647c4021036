import '@mui/material/styles'

declare module '@mui/material/styles' {
  interface PaletteColor {
    lighter: string
    darker: string
    /** Under small white text. */
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
    /** The border of what can be operated: 3:1 against its ground. */
    control: string
    /** Who speaks in a thread. */
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
