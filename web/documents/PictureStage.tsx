import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { reported } from '#web/api/reporting.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import type { ShownDocument } from './shownDocument.ts'
import type { PictureView } from './usePictureView.ts'
import type { Renewal } from './useRenewal.ts'

export const stageSelector = 'section'

interface PictureStageProps {
  document: ShownDocument
  view: PictureView
  renewal: Renewal
}

/** The picture in a scrollable window. */
export function PictureStage({ document, view, renewal }: PictureStageProps) {
  const { zoom } = view
  const { attempt, hasFailed, onFailed, onRetry } = useAttempts(document.url, renewal)
  const { stage, rememberCenter } = useStableCenter(zoom)
  useWheelZoom(stage, view.zoomBy)
  return (
    <Box
      component={stageSelector}
      ref={stage}
      tabIndex={0}
      aria-label={`Picture, ${zoom * 100}%`}
      onScroll={rememberCenter}
      onDoubleClick={() => (zoom > 1 ? view.fit() : view.zoomBy(2))}
      sx={{
        flexGrow: 1,
        minHeight: 0,
        overflow: 'auto',
        containerType: 'size',
        cursor: zoom > 1 ? 'zoom-out' : 'zoom-in',
        bgcolor: 'background.neutral',
      }}
    >
      {hasFailed && (
        <Box sx={{ position: 'sticky', top: 0, p: 2 }}>
          <RetryAlert message={`${document.name} could not be loaded`} onRetry={onRetry} />
        </Box>
      )}
      <Box
        sx={{ position: 'relative', overflow: 'hidden' }}
        hidden={hasFailed}
        style={{ width: `calc(100cqw * ${zoom})`, height: `calc(100cqh * ${zoom})` }}
      >
        <Picture key={attempt} document={document} view={view} onLoaded={renewal.noteShown} onFailed={onFailed} />
      </Box>
    </Box>
  )
}

interface PictureProps {
  document: ShownDocument
  view: PictureView
  onLoaded: () => void
  onFailed: () => void
}

function Picture({ document, view, onLoaded, onFailed }: PictureProps) {
  const { zoom, rotation } = view
  const isSideways = rotation % 180 !== 0
  const [width, height] = isSideways ? ['100cqh', '100cqw'] : ['100cqw', '100cqh']
  return (
    <Box
      component="img"
      src={document.url}
      alt={document.name}
      draggable={false}
      onLoad={onLoaded}
      onError={onFailed}
      sx={{
        position: 'absolute',
        top: '50%',
        left: '50%',
        maxWidth: 'none',
        objectFit: 'contain',
        transition: (theme) => theme.transitions.create('transform'),
      }}
      style={{
        width: `calc(${width} * ${zoom})`,
        height: `calc(${height} * ${zoom})`,
        transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
      }}
    />
  )
}

/** A URL other than the failed one is tried at once. */
function useAttempts(url: string, { noteFailed, renew }: Renewal) {
  const [attempt, setAttempt] = useState(0)
  const [failedUrl, setFailedUrl] = useState<string>()
  const onFailed = async () => {
    await noteFailed()
    setFailedUrl(url)
  }
  const onRetry = async () => {
    await reported(renew())
    setFailedUrl(undefined)
    setAttempt(attempt + 1)
  }
  return { attempt, hasFailed: failedUrl === url, onFailed: () => void onFailed(), onRetry: () => void onRetry() }
}

/**
 * Zooms with Ctrl and the wheel, which browsers also report for a pinch on a touchpad. Uses a native listener, because
 * React's wheel listeners are passive and cannot stop the page from zooming.
 */
function useWheelZoom(stage: RefObject<HTMLElement | null>, onZoomed: (steps: 1 | -1) => void) {
  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onZoomed(event.deltaY < 0 ? 1 : -1)
  })
  useEffect(() => {
    const element = stage.current
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [stage])
}

/** Keeps the centre of the view in place while zooming. */
function useStableCenter(zoom: number) {
  const stage = useRef<HTMLElement>(null)
  const center = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    const { x, y } = center.current
    const element = stage.current!
    element.scrollLeft = x * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = y * element.scrollHeight - element.clientHeight / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect must run when the zoom changes, but does not use it
  }, [stage, zoom])
  const rememberCenter = () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = stage.current!
    center.current = {
      x: (scrollLeft + clientWidth / 2) / scrollWidth,
      y: (scrollTop + clientHeight / 2) / scrollHeight,
    }
  }
  return { stage, rememberCenter }
}
