import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useClosedWithSession } from './useClosedWithSession.ts'

interface UndoToastProps {
  text: string
  onUndone: () => void
  /** The time is up, or nobody wants it. */
  onClosed: () => void
}

/** How long a change can be taken back, and how often the rest of it is shown, in milliseconds. */
const duration = 10_000
const tick = 100

/** What has changed, and a way back. Its time stands still while it is pointed at or has the focus. */
export function UndoToast({ text, onUndone, onClosed }: UndoToastProps) {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const left = useTimeLeft(isPointedAt || hasFocus, onClosed)
  useShortcut('undo', onUndone)
  useClosedWithSession(onClosed)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => setHasFocus(currentTarget.contains(relatedTarget))
  return (
    <Box
      onMouseEnter={() => setIsPointedAt(true)}
      onMouseLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={leave}
      sx={{
        pointerEvents: 'auto',
        overflow: 'hidden',
        maxWidth: sizes.undoToast,
        bgcolor: 'background.paper',
        borderRadius: 1,
        boxShadow: ({ vars }) => vars!.customShadows.dropdown,
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5, paddingInlineStart: 2, paddingInlineEnd: 0.5 }}
      >
        <Typography variant="body2" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
        <Button size="small" aria-keyshortcuts="z" onClick={onUndone} sx={{ flexShrink: 0 }}>
          Undo
        </Button>
        <Typography variant="caption" aria-hidden sx={{ color: 'text.secondary', minWidth: '2.5ch', textAlign: 'end' }}>
          {Math.ceil(left / 1000)} s
        </Typography>
        <IconButton size="small" aria-label="Close" onClick={onClosed}>
          <Icon name="x" size="small" />
        </IconButton>
      </Box>
      <LinearProgress aria-hidden variant="determinate" value={(left / duration) * 100} />
    </Box>
  )
}

function useTimeLeft(isPaused: boolean, onOver: () => void) {
  const [left, setLeft] = useState(duration)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isPaused) return
    let before = performance.now()
    const timer = window.setInterval(() => {
      const now = performance.now()
      const passed = now - before
      before = now
      setLeft((rest) => Math.max(0, rest - passed))
    }, tick)
    return () => window.clearInterval(timer)
  }, [isPaused])
  const isOver = left === 0
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return left
}
