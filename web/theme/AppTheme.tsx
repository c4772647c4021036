import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import './styles/parts.css'
import { cookieStorage, modeStorageKey } from './colorMode.ts'
import { pageNonce } from './nonce.ts'
import { theme } from './theme.ts'

const cache = createCache({ key: 'css', nonce: pageNonce, prepend: true })

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
