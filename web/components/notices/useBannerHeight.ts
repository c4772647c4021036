import { useLayoutEffect, useRef } from 'react'
import { bannerHeight } from '#web/theme/sizes.ts'

const shown = new Set<HTMLElement>()

/** Sets the CSS variable that full-height pages subtract from the height of the window: the height of all banners. */
export function useBannerHeight() {
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = banner.current!
    shown.add(element)
    measure()
    window.addEventListener('resize', measure)
    return () => {
      shown.delete(element)
      window.removeEventListener('resize', measure)
      measure()
    }
  })
  return banner
}

function measure() {
  const { style } = document.documentElement
  const height = [...shown].reduce((sum, { offsetHeight }) => sum + offsetHeight, 0)
  if (shown.size > 0) style.setProperty(bannerHeight, `${height}px`)
  else style.removeProperty(bannerHeight)
}
