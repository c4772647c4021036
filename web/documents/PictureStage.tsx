import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ShownDocument } from './DocumentList.tsx'
import { PictureFailed } from './PictureFailed.tsx'
import type { PictureView } from './usePictureView.ts'
import type { Renewal } from './useRenewal.ts'

export const stageSelector = 'section'

interface PictureStageProps {
  document: ShownDocument
  view: PictureView
  renewal: Renewal
}

/** The picture, and the window on it: larger than that, it is scrolled by wheel, finger or arrow keys. */
export function PictureStage({ document, view, renewal }: PictureStageProps) {
  const { zoom, rotation } = view
  const { attempt, hasFailed, onFailed, onRetry } = useAttempts(document.url, renewal)
  const { stage, keepMiddle } = useSteadyMiddle(zoom)
  useWheelZoom(stage, view.zoomBy)
  const isOnItsSide = rotation % 180 !== 0
  const [width, height] = isOnItsSide ? ['100cqh', '100cqw'] : ['100cqw', '100cqh']
  return (
    <Box
      component={stageSelector}
      ref={stage}
      tabIndex={0}
      aria-label={`Picture, ${zoom * 100} %`}
      onScroll={keepMiddle}
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
      {hasFailed && <PictureFailed name={document.name} onRetry={onRetry} />}
      <Box
        sx={{ position: 'relative', overflow: 'hidden' }}
        hidden={hasFailed}
        style={{ width: `calc(100cqw * ${zoom})`, height: `calc(100cqh * ${zoom})` }}
      >
        <Box
          component="img"
          key={attempt}
          src={document.url}
          alt={document.name}
          draggable={false}
          onLoad={renewal.noteShown}
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
      </Box>
    </Box>
  )
}

/** Another address than the one that failed is tried at once. */
function useAttempts(url: string, { noteFailed, renew }: Renewal) {
  const [attempt, setAttempt] = useState(0)
  const [failedUrl, setFailedUrl] = useState<string>()
  const onFailed = async () => {
    await noteFailed()
    setFailedUrl(url)
  }
  const onRetry = async () => {
    await renew()
    setFailedUrl(undefined)
    setAttempt(attempt + 1)
  }
  return { attempt, hasFailed: failedUrl === url, onFailed: () => void onFailed(), onRetry: () => void onRetry() }
}

/** With Ctrl, which is also what a pinch on a touchpad says; React's own wheel listener could not keep the page still. */
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

/** What was in the middle before zooming is there afterwards. */
function useSteadyMiddle(zoom: number) {
  const stage = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    const { x, y } = middle.current
    const element = stage.current!
    element.scrollLeft = x * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = y * element.scrollHeight - element.clientHeight / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another zoom is why, not with what
  }, [stage, zoom])
  const keepMiddle = () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = stage.current!
    middle.current = {
      x: (scrollLeft + clientWidth / 2) / scrollWidth,
      y: (scrollTop + clientHeight / 2) / scrollHeight,
    }
  }
  return { stage, keepMiddle }
}
