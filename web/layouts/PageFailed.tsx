import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { isFailure } from '#web/api/errors.ts'
import { StatusPage } from '#web/components/notices/StatusPage.tsx'
import { mayReload, noteReload } from '#web/navigation/reloading.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

/**
 * Shown when a page fails to render or its code cannot be loaded. After a deployment the old page's code is gone, so this reloads the page
 * first, at most once a minute.
 */
export function PageFailed() {
  const error = useRouteError()
  const { refresh } = useRouter()
  const isOffline = !window.navigator.onLine
  const [isReloading] = useState(() => isFailure(error) && !isOffline && mayReload())
  useEffect(() => {
    if (!isReloading) return console.error('Failed to show the page', error)
    noteReload()
    void refresh()
  }, [isReloading, error, refresh])
  if (isReloading) return null
  return (
    <main>
      <StatusPage
        drawing={isOffline ? 'pulledPlug' : 'crackedWindow'}
        title={isOffline ? 'You are offline' : 'Something went wrong'}
        action={
          <Button variant="contained" size="large" onClick={refresh}>
            Reload the page
          </Button>
        }
      >
        {isOffline ? 'The page could not be loaded. Check your connection.' : 'The page could not be shown.'}
      </StatusPage>
    </main>
  )
}
