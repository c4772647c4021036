import { useEffect } from 'react'
import { useRouter } from './useRouter.ts'

/** Every page starts at the top, also after going back. */
export function ScrollToTop() {
  const { path } = useRouter()
  useEffect(() => {
    window.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the path is the trigger, not an input
  }, [path])
  return null
}
