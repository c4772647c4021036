import { useColorScheme, type StorageManager } from '@mui/material/styles'
import { useEffect } from 'react'
import { readCookie, writeCookie } from './cookie.ts'

const modeCookie = 'colorMode'

export const colorModes = ['light', 'dark', 'system'] as const
export type ColorMode = (typeof colorModes)[number]

/** A cookie keeps the mode: signing out clears local storage, and the server writes the mode into the page. */
export const cookieStorage: StorageManager = ({ key }) => ({
  get: (fallback) => (key === modeCookie ? (readCookie(modeCookie) ?? fallback) : fallback),
  set: (value) => {
    if (key === modeCookie) writeCookie(modeCookie, value)
  },
  subscribe: () => () => {},
})

export const modeStorageKey = modeCookie

/** The chosen mode, and a function that changes it. */
export function useColorMode() {
  const { mode = 'system', setMode } = useColorScheme()
  return { mode, setMode }
}

/** Browsers print no dark background, so light text would be unreadable on paper. */
export function useLightPaper() {
  useEffect(() => {
    const { dataset } = document.documentElement
    const ended = new AbortController()
    let shown = dataset['colorScheme']
    const begin = () => {
      shown = dataset['colorScheme']
      dataset['colorScheme'] = 'light'
    }
    const end = () => {
      dataset['colorScheme'] = shown
    }
    window.addEventListener('beforeprint', begin, ended)
    window.addEventListener('afterprint', end, ended)
    return () => ended.abort()
  }, [])
}
