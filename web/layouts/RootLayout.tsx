import { Outlet } from 'react-router'
import { useStartUp } from '#web/accounts/sessions/useStartUp.ts'
import { useIsLoading } from '#web/api/loading.ts'
import { LoadingModal } from '#web/components/notices/LoadingModal.tsx'
import { Toasts } from '#web/components/notices/Toasts.tsx'
import { PageFocus } from '#web/navigation/PageFocus.tsx'
import { ScrollToTop } from '#web/navigation/ScrollToTop.tsx'
import { RouteProgress } from './RouteProgress.tsx'
import { ServerLost } from './ServerLost.tsx'

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
