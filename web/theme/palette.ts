import type { ThemeOptions } from '@mui/material/styles'

export const grey = {
  50: '#FCFDFD',
  100: '#F9FAFB',
  200: '#F4F6F8',
  300: '#DFE3E8',
  400: '#C4CDD5',
  500: '#919EAB',
  600: '#637381',
  700: '#454F5B',
  800: '#1C252E',
  900: '#141A21',
}

const primary = { lighter: '#D0ECFE', light: '#73BAFB', main: '#1877F2', dark: '#0C44AE', darker: '#042174' }
const info = { lighter: '#CAFDF5', light: '#61F3F3', main: '#00B8D9', dark: '#006C9C', darker: '#003768' }
const success = { lighter: '#D3FCD2', light: '#77ED8B', main: '#22C55E', dark: '#118D57', darker: '#065E49' }
const warning = { lighter: '#FFF5CC', light: '#FFD666', main: '#FFAB00', dark: '#B76E00', darker: '#7A4100' }
const error = { lighter: '#FFE9D5', light: '#FFAC82', main: '#FF5630', dark: '#B71D18', darker: '#7A0916' }
const secondary = { lighter: '#EFD6FF', light: '#C684FF', main: '#8E33FF', dark: '#5119B7', darker: '#27097A' }

// `fill` is a background for small white text (4.98:1), `text` a colour for small text: the main blue is too light for both.
const families = {
  secondary: { ...secondary, contrastText: '#FFFFFF' },
  info: { ...info, contrastText: '#FFFFFF' },
  success: { ...success, contrastText: '#FFFFFF' },
  warning: { ...warning, contrastText: grey[800] },
  grey,
}

type Palette = ThemeOptions['palette']

export const lightPalette = {
  ...families,
  primary: { ...primary, fill: '#146CDD', text: primary.dark, contrastText: '#FFFFFF' },
  error: { ...error, main: '#D32F1F', contrastText: '#FFFFFF' },
  text: { primary: grey[800], secondary: '#5B6B79', disabled: '#66737F' },
  background: { default: grey[100], paper: '#FFFFFF', neutral: grey[200] },
  divider: 'rgba(145 158 171 / 0.24)',
  control: '#7D8B99',
  side: { customer: '#0B7A48', host: '#C2186A' },
  action: {
    active: grey[600],
    hover: 'rgba(145 158 171 / 0.08)',
    selected: 'rgba(145 158 171 / 0.16)',
    focus: 'rgba(145 158 171 / 0.24)',
    disabled: grey[600],
    disabledBackground: 'rgba(145 158 171 / 0.24)',
  },
} satisfies Palette

export const darkPalette = {
  ...families,
  primary: { ...primary, fill: '#146CDD', text: primary.light, contrastText: '#FFFFFF' },
  error: { ...error, main: '#FF7A5C', contrastText: grey[900] },
  text: { primary: '#F4F6F8', secondary: '#A9B6C2', disabled: '#8C99A6' },
  background: { default: grey[900], paper: grey[800], neutral: '#28323D' },
  divider: 'rgba(145 158 171 / 0.24)',
  control: '#75828F',
  side: { customer: success.light, host: '#FF8FC5' },
  action: {
    active: '#A9B6C2',
    hover: 'rgba(145 158 171 / 0.10)',
    selected: 'rgba(145 158 171 / 0.18)',
    focus: 'rgba(145 158 171 / 0.28)',
    disabled: '#8C99A6',
    disabledBackground: 'rgba(145 158 171 / 0.24)',
  },
} satisfies Palette
