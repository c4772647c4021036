import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { StatusPage } from '#web/components/notices/StatusPage.tsx'
import { useRouter } from '#web/navigation/useRouter.ts'

/** Shown when a page fails to render or its code cannot be loaded. */
export function PageFailed() {
  const error = useRouteError()
  const { refresh } = useRouter()
  useEffect(() => console.error('Failed to show the page', error), [error])
  const isOffline = !window.navigator.onLine
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
