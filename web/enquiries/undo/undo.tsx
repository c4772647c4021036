import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import { CheckmarkIcon } from 'react-hot-toast'
import { v4 } from 'uuid'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { reportFailure } from '#web/api/reporting.ts'
import { dismissToast, toastCustom } from '#web/api/toasts.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { newerOf } from '#web/enquiries/conflict/newerVersion.ts'
import { refreshList, updateEnquiry } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch } from '#web/hooks.ts'
import { sizes } from '#web/theme/sizes.ts'
import { useClosedWithSession } from './useClosedWithSession.ts'

const id = 'undo'

/** Shows the message of a success, with an offer to restore the enquiry's previous status. */
export function showUndo(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus, message: string) {
  const close = () => dismissToast(id)
  const undo = () => {
    close()
    void restoreStatus(dispatch, changed, before)
  }
  // A second change gets a full 10 s of its own.
  const content = (
    <UndoToast key={`${changed._id}/${changed.version}`} {...{ message }} onUndone={undo} onClosed={close} />
  )
  toastCustom(id, content, `${message}. To undo it, press z`)
}

/** Sends an inverse change, which the history records like any other. It overwrites nothing that others have set since. */
async function restoreStatus(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus): Promise<void> {
  const body = { id: changed._id, enquiryStatus: before }
  try {
    const update = { body, version: changed.version, idempotencyKey: v4(), background: true }
    await dispatch(updateEnquiry.initiate(update)).unwrap()
  } catch (error) {
    const refusal = toFailure(error)
    const current = newerOf(changed, refusal)
    if (!current) return
    if (current.enquiryStatus === changed.enquiryStatus) return restoreStatus(dispatch, current, before)
    reportFailure(refusal.message)
  } finally {
    dispatch(refreshList())
  }
}

interface UndoToastProps {
  message: string
  onUndone: () => void
  /** The time is up, or the person has closed it. */
  onClosed: () => void
}

/** How long a change can be undone, and how often the time left is redrawn. */
const durationMs = 10_000
const tickMs = 100

/** A success toast with an offer to undo. The countdown pauses while the toast is hovered or focused. */
function UndoToast({ message, onUndone, onClosed }: UndoToastProps) {
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
        <CheckmarkIcon />
        <Typography variant="body2" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {message}
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
      <LinearProgress aria-hidden variant="determinate" value={(left / durationMs) * 100} />
    </Box>
  )
}

function useTimeLeft(isPaused: boolean, onOver: () => void) {
  const [left, setLeft] = useState(durationMs)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isPaused) return
    let before = performance.now()
    const timer = window.setInterval(() => {
      const now = performance.now()
      const passed = now - before
      before = now
      setLeft((rest) => Math.max(0, rest - passed))
    }, tickMs)
    return () => window.clearInterval(timer)
  }, [isPaused])
  const isOver = left === 0
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return left
}
