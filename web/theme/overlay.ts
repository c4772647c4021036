import type { CSSObject, Theme } from '@mui/material/styles'
import image from './overlay.svg'
import { overlayOpacity } from './sizes.ts'

/** A picture behind the whole page. */
export function overlay(theme: Theme): CSSObject {
  return {
    '&::before': {
      content: '""',
      position: 'fixed',
      inset: 0,
      zIndex: -1,
      opacity: overlayOpacity.light,
      background: `url(${image}) center / cover no-repeat`,
      ...theme.applyStyles('dark', { opacity: overlayOpacity.dark }),
    },
  }
}
