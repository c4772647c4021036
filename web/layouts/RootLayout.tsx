import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { Outlet, useNavigation } from 'react-router'
import { useStartUp } from '#web/accounts/sessions/useStartUp.ts'
import { useIsLoading } from '#web/api/loading.ts'
import { LoadingModal } from '#web/components/notices/LoadingModal.tsx'
import { politely } from '#web/components/notices/politely.ts'
import { Toasts } from '#web/components/notices/Toasts.tsx'
import { PageFocus } from '#web/navigation/PageFocus.tsx'
import { ScrollToTop } from '#web/navigation/ScrollToTop.tsx'
import { layers, sidebarWidth } from '#web/theme/sizes.ts'

/** The parts of every page, signed in or not. */
export function RootLayout() {
  const { isServerLost, retry } = useStartUp()
  const isLoading = useIsLoading()
  return (
    <>
      <ScrollToTop />
      <RouteProgress />
      {isServerLost && <ServerLost onRetry={retry} />}
      <Outlet />
      <PageFocus />
      <LoadingModal isLoading={isLoading} />
      <Toasts />
    </>
  )
}

/** Shows that the next page is loading. */
function RouteProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <LinearProgress
      aria-label="Loading page"
      sx={{ position: 'fixed', inset: '0 0 auto', zIndex: layers.loading, height: 3 }}
    />
  )
}

interface ServerLostProps {
  onRetry: () => void
}

function ServerLost({ onRetry }: ServerLostProps) {
  return (
    <Alert
      severity="warning"
      {...politely}
      sx={(theme) => ({ borderRadius: 0, [theme.breakpoints.up('lg')]: { ml: `var(${sidebarWidth})` } })}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Your profile could not be loaded. This page may be out of date.
    </Alert>
  )
}
