import type { RouteObject } from 'react-router'

export const componentsPath = '/dev/components'

/** Pages for development. The build leaves out their code. */
export const devRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: componentsPath,
        lazy: async () => ({ Component: (await import('./ComponentsPage.tsx')).ComponentsPage }),
      },
    ]
  : []
