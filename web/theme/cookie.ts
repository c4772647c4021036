import { useSyncExternalStore } from 'react'

const oneYear = 31_536_000

export function readCookie(name: string) {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

export function writeCookie(name: string, value: string) {
  document.cookie = `${name}=${value}; path=/; max-age=${oneYear}; samesite=lax`
}

/**
 * A setting of this browser that is in a cookie, because logging out clears local storage. All components that use it see a
 * new value at once.
 */
export function cookieSetting(name: string) {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => readCookie(name)
  const write = (value: string) => {
    writeCookie(name, value)
    for (const listener of listeners) listener()
  }
  return { read, write, use: () => useSyncExternalStore(subscribe, read) }
}
