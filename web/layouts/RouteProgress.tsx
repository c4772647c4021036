import LinearProgress from '@mui/material/LinearProgress'
import { useNavigation } from 'react-router'
import { layers } from '#web/theme/sizes.ts'

/** Shows that the next page is loading. */
export function RouteProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <LinearProgress
      aria-label="Loading page"
      sx={{ position: 'fixed', inset: '0 0 auto', zIndex: layers.loading, height: 3 }}
    />
  )
}
