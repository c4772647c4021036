import { useEffect } from 'react'
import { useRouter } from './useRouter.ts'

/** Every page begins at its top, also one that was come back to. */
export function ScrollToTop() {
  const { path } = useRouter()
  useEffect(() => {
    window.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new path is why, not with what
  }, [path])
  return null
}
