import { useEffect } from 'react'
import { useRouter } from './useRouter.ts'

/** Every page starts at the top, also after going back. */
export function ScrollToTop() {
  const { path } = useRouter()
  useEffect(() => {
    const outline = document.getElementById('opening')
    // Someone may have scrolled the rows that were drawn before the page was there (enquiries/opening/).
    if (outline?.classList.contains('has-rows')) outline.classList.remove('has-rows')
    else window.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the path is the trigger, not an input
  }, [path])
  return null
}
