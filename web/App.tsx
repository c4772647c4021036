import type { ComponentProps } from 'react'
import { RouterProvider } from 'react-router'
import './components/shortcuts/composing.ts'
import { AppTheme } from './theme/AppTheme.tsx'

interface AppProps {
  router: ComponentProps<typeof RouterProvider>['router']
}

export function App({ router }: AppProps) {
  return (
    <AppTheme>
      <RouterProvider router={router} />
    </AppTheme>
  )
}
