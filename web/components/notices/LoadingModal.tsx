import Backdrop from '@mui/material/Backdrop'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState } from 'react'
import { layers, loadingDelay } from '#web/theme/sizes.ts'

interface LoadingModalProps {
  isLoading: boolean
}

/** Covers the page while it is loading. The delay keeps it from flashing on quick responses. */
export function LoadingModal({ isLoading }: LoadingModalProps) {
  const isShown = useDelayed(isLoading)
  return (
    <Backdrop open={isShown} unmountOnExit aria-live="polite" sx={{ zIndex: layers.loading }}>
      <CircularProgress aria-label="Loading" color="inherit" sx={{ color: 'common.white' }} />
    </Backdrop>
  )
}

function useDelayed(flag: boolean) {
  const [isDelayOver, setIsDelayOver] = useState(false)
  useEffect(() => {
    if (!flag) return
    const timer = window.setTimeout(() => setIsDelayOver(true), loadingDelay)
    return () => {
      window.clearTimeout(timer)
      setIsDelayOver(false)
    }
  }, [flag])
  return isDelayOver
}
