import { useLayoutEffect, useRef } from 'react'
import { bannerHeight } from '#web/theme/sizes.ts'

/** Tells pages that are as high as the window how much room the banner leaves them. */
export function useBannerHeight() {
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty(bannerHeight, `${banner.current?.offsetHeight ?? 0}px`)
    measure()
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('resize', measure)
      style.removeProperty(bannerHeight)
    }
  })
  return banner
}
