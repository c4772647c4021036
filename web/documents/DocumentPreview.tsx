import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useEffectEvent, useId } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { fileOf } from '#web/components/pictureUrls.ts'
import { isShortcut, type ShortcutName } from '#web/components/shortcuts/shortcuts.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { ShownDocument } from './DocumentList.tsx'
import { PictureStage, stageSelector } from './PictureStage.tsx'
import { PreviewActions } from './PreviewActions.tsx'
import { usePictureView } from './usePictureView.ts'
import type { Renewal } from './useRenewal.ts'

interface DocumentPreviewProps {
  documents: ShownDocument[]
  index: number
  renewal: Renewal
  onMoved: (index: number) => void
  onClosed: () => void
}

/** One document as large as the page allows, and the way to its neighbours. */
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
        key={document.key ?? fileOf(document.url) + String(index)}
        document={document}
        view={view}
        renewal={renewal}
      />
      <PreviewActions documents={documents} index={index} view={view} renewal={renewal} onMoved={move} />
    </Dialog>
  )
}

/** Wherever the focus is: the button that was pressed last may just have been disabled. */
function usePreviewKeys(onClosed: () => void, actions: Partial<Record<ShortcutName, () => void>>) {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    // Where nothing has the focus the dialog does not hear it.
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

/** Arrows move the picture where it has the focus and is larger than its window. */
function isForScrolling({ key, target }: KeyboardEvent) {
  if (!key.startsWith('Arrow') || !(target instanceof Element)) return false
  return target.matches(stageSelector) && target.scrollWidth > target.clientWidth
}
