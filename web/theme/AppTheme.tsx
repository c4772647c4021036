import createCache, { type StylisPlugin } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import './styles/parts.css'
import './styles/controls.css'
import { cookieStorage, modeStorageKey } from './colorMode.ts'
import { pageNonce } from './nonce.ts'
import { theme } from './theme.ts'

const prefixed = new Set(['user-select', 'box-decoration-break'])

/**
 * Adds `-webkit-` to the properties that the browsers of the build only know with it. Emotion's own prefixes are for much older
 * browsers, and cost time for each rule.
 */
const prefixer: StylisPlugin = (element) => {
  if (element.type !== 'decl' || typeof element.props !== 'string' || !prefixed.has(element.props)) return
  element.return = `-webkit-${element.value}${element.value}`
}

const cache = createCache({ key: 'css', nonce: pageNonce, prepend: true, stylisPlugins: [prefixer] })

interface AppThemeProps {
  children: ReactNode
}

export function AppTheme({ children }: AppThemeProps) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} storageManager={cookieStorage} modeStorageKey={modeStorageKey} noSsr>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
