import createCache, { type StylisPlugin } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import './styles/parts.css'
import './styles/controls.css'
import './styles/forcedColors.css'
import { cookieStorage, modeStorageKey, useLightPaper } from './colorMode.ts'
import { pageNonce } from './nonce.ts'
import { theme } from './theme.ts'

const prefixes = new Map([
  ['user-select', '-webkit-'],
  ['box-decoration-break', '-webkit-'],
  ['color-adjust', '-webkit-print-'],
])

/**
 * Adds the properties that the browsers of the build only know with a prefix. Emotion's own prefixes are for much older
 * browsers, and cost time for each rule.
 */
const prefixer: StylisPlugin = (element) => {
  const prefix = element.type === 'decl' && typeof element.props === 'string' && prefixes.get(element.props)
  if (prefix) element.return = `${prefix}${element.value}${element.value}`
}

const cache = createCache({ key: 'css', nonce: pageNonce, prepend: true, stylisPlugins: [prefixer] })

interface AppThemeProps {
  children: ReactNode
}

export function AppTheme({ children }: AppThemeProps) {
  useLightPaper()
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} storageManager={cookieStorage} modeStorageKey={modeStorageKey} noSsr>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
