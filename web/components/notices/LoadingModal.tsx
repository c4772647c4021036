import Backdrop from '@mui/material/Backdrop'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState } from 'react'
import { layers, loadingDelay } from '#web/theme/sizes.ts'

interface LoadingModalProps {
  isLoading: boolean
}

/** Covers the page while somebody waits, but not for answers so quick that it would only flash. */
export function LoadingModal({ isLoading }: LoadingModalProps) {
  const isShown = useLasting(isLoading)
  return (
    <Backdrop open={isShown} unmountOnExit aria-live="polite" sx={{ zIndex: layers.loading }}>
      <CircularProgress aria-label="Loading" color="inherit" sx={{ color: 'common.white' }} />
    </Backdrop>
  )
}

function useLasting(flag: boolean) {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!flag) return
    const timer = window.setTimeout(() => setIsLasting(true), loadingDelay)
    return () => {
      window.clearTimeout(timer)
      setIsLasting(false)
    }
  }, [flag])
  return isLasting
}
