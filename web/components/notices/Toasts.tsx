import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, Toaster, useToasterStore, type Toast } from 'react-hot-toast'
import { spokenWords, toastDurations } from '#web/api/toasts.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'

export function Toasts() {
  const { vars } = useTheme()
  return (
    <>
      {/* Toasts are outside the landmarks of the page, so they need their own. */}
      <section aria-label="Notifications">
        <Toaster
          position="top-center"
          toastOptions={{
            duration: toastDurations.blank,
            success: { duration: toastDurations.success },
            error: { duration: toastDurations.error },
            loading: { duration: toastDurations.loading },
            custom: { duration: toastDurations.custom },
            style: {
              color: vars?.palette.text.primary,
              background: vars?.palette.background.paper,
              boxShadow: vars?.customShadows.dropdown,
              borderRadius: sizes.radius,
              overflowWrap: 'anywhere',
            },
          }}
        />
      </section>
      <SpokenToasts />
    </>
  )
}

/** Two live regions that are always rendered: screen readers often skip one that appears together with its text. */
function SpokenToasts() {
  const { toasts } = useToasterStore()
  const place = useSpokenPlace()
  const newest = (spoken: (toast: Toast) => boolean) => {
    const found = toasts.find((toast) => toast.visible && spoken(toast))
    if (!found) return null
    return found.type === 'custom' ? spokenWords(found.id)?.text : resolveValue(found.message, found)
  }
  return createPortal(
    <>
      <Box component="output" sx={visuallyHidden}>
        {newest((toast) => !isAlert(toast))}
      </Box>
      <Box role="alert" sx={visuallyHidden}>
        {newest(isAlert)}
      </Box>
    </>,
    place,
  )
}

/** An element that is read beside an open dialog: MUI hides the others, but no `slot`, for which HTML forbids it. */
function useSpokenPlace() {
  const [place] = useState(() => document.createElement('slot'))
  useEffect(() => {
    document.body.append(place)
    return () => place.remove()
  }, [place])
  return place
}

function isAlert({ type, id }: Toast) {
  return type === 'error' || (type === 'custom' && spokenWords(id)?.isAlert === true)
}
