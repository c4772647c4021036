import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useEffectEvent, useId } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { fileKey } from '#web/components/pictureUrls.ts'
import { isShortcut, type ShortcutName } from '#web/components/shortcuts/shortcuts.ts'
import { sizes } from '#web/theme/sizes.ts'
import { PictureStage, stageSelector } from './PictureStage.tsx'
import { PreviewActions } from './PreviewActions.tsx'
import type { ShownDocument } from './shownDocument.ts'
import { usePictureView } from './usePictureView.ts'
import type { Renewal } from './useRenewal.ts'

interface DocumentPreviewProps {
  documents: ShownDocument[]
  index: number
  renewal: Renewal
  onMoved: (index: number) => void
  onClosed: () => void
}

/** One document at the size of the window, with buttons for the previous and the next one. */
export function DocumentPreview({ documents, index, renewal, onMoved, onClosed }: DocumentPreviewProps) {
  const titleId = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const view = usePictureView()
  const document = documents[index]
  const move = (step: 1 | -1) => {
    if (!documents[index + step]) return
    view.restart()
    onMoved(index + step)
  }
  usePreviewKeys(onClosed, {
    previousDocument: () => move(-1),
    nextDocument: () => move(1),
    zoomIn: () => view.zoomBy(1),
    zoomOut: () => view.zoomBy(-1),
    fit: view.fit,
    rotate: view.rotate,
  })
  if (!document) return null
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="lg"
      onClose={onClosed}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { height: isPhone ? undefined : sizes.previewHeight } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 1.5 }}>
        <DialogTitle id={titleId} noWrap dir="auto" title={document.name} sx={{ flex: 1, minWidth: 0 }}>
          {document.name}
        </DialogTitle>
        <IconButton aria-label="Close" onClick={onClosed}>
          <Icon name="x" />
        </IconButton>
      </Box>
      <PictureStage
        key={document.key ?? fileKey(document.url) + String(index)}
        document={document}
        view={view}
        renewal={renewal}
      />
      <PreviewActions documents={documents} index={index} view={view} renewal={renewal} onMoved={move} />
    </Dialog>
  )
}

/** Listens on the whole page: the focused button may just have been disabled, which drops the focus. */
function usePreviewKeys(onClosed: () => void, actions: Partial<Record<ShortcutName, () => void>>) {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    // Without a focused element, key events do not reach the dialog.
    if (event.key === 'Escape' && event.target === document.body) return onClosed()
    const name = (Object.keys(actions) as ShortcutName[]).find((each) => isShortcut(each, event))
    if (!name || isForScrolling(event)) return
    event.preventDefault()
    actions[name]!()
  })
  useEffect(() => {
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Arrow keys scroll a focused picture that is wider than its window. */
function isForScrolling({ key, target }: KeyboardEvent) {
  if (!key.startsWith('Arrow') || !(target instanceof Element)) return false
  return target.matches(stageSelector) && target.scrollWidth > target.clientWidth
}
