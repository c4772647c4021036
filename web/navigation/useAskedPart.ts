import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useRouter } from './useRouter.ts'

/**
 * Opens a part of this page that the address asks for, as `/profile#invite` does, and removes it from the address, so that
 * a reload does not open it again.
 */
export function useAskedPart(parts: Record<string, () => void>) {
  const { pathname, search, hash } = useLocation()
  const router = useRouter()
  const asked = Object.hasOwn(parts, hash.slice(1)) ? hash.slice(1) : undefined
  const open = useEffectEvent((part: string) => {
    void router.replace(pathname + search)
    parts[part]?.()
  })
  useEffect(() => {
    if (asked) open(asked)
  }, [asked])
}
