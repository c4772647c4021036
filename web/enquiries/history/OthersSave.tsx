import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { bannerHeight, headerHeight, layers, sizes } from '#web/theme/sizes.ts'
import { describeSave } from './changeTexts.ts'
import type { OthersSaved } from './useOthersSave.ts'

interface OthersSaveProps extends OthersSaved {
  /** Whether the page already shows this change elsewhere. */
  isShownElsewhere?: (save: HistoryEntry) => boolean
}

/**
 * A line that says what another person has just saved. It moves nothing, and only its button can be pressed: presses
 * reach what is below.
 */
export function OthersSave({ save, dismiss, isShownElsewhere }: OthersSaveProps) {
  const cameFrom = useRef<Element>(null)
  const text = save && !isShownElsewhere?.(save) ? describeSave(save) : ''
  const close = () => {
    dismiss()
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  return (
    <Box sx={[place, text !== '' && look]}>
      {/* Always rendered: screen readers often skip a live region that appears together with its text. */}
      <Typography component="output" variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {text && (
        <IconButton
          aria-label="Dismiss"
          onFocus={({ relatedTarget }) => (cameFrom.current = relatedTarget)}
          onClick={close}
          sx={{ pointerEvents: 'auto', minWidth: sizes.finger, minHeight: sizes.finger }}
        >
          <Icon name="x" size="small" />
        </IconButton>
      )}
    </Box>
  )
}

const place = {
  position: 'fixed',
  zIndex: layers.floating,
  insetBlockStart: `calc(var(${headerHeight}) + 8px + var(${bannerHeight}, 0px))`,
  insetInline: 0,
  mx: 'auto',
  width: 'fit-content',
  maxWidth: `min(100vw - 32px, ${sizes.reading}px)`,
  pointerEvents: 'none',
} as const

const look = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  paddingInlineStart: 2,
  bgcolor: 'background.paper',
  borderRadius: 1,
  boxShadow: ({ vars }: Theme) => vars!.customShadows.dropdown,
} as const
