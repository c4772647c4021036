import { type LoaderFunctionArgs, replace, type RouteObject, type ShouldRevalidateFunctionArgs } from 'react-router'
import { fetchCode } from '#web/api/fetchCode.ts'
import { latePart } from '#web/components/lazy/latePart.tsx'
import type { openEnquiry } from '#web/desk/openEnquiry.ts'
import { devRoutes } from '#web/dev/devRoutes.ts'
import type { AppStore } from '#web/hooks.ts'
import { PageFailed } from '#web/layouts/PageFailed.tsx'
import { RootLayout } from '#web/layouts/RootLayout.tsx'
import { paths } from '#web/navigation/paths.ts'
import { RequireSession } from './RequireSession.tsx'

const CustomerSections = latePart(async () => (await import('#web/customers/CustomerSections.tsx')).CustomerSections)
const ThreadFiles = latePart(async () => (await import('#web/chat/files/ThreadFiles.tsx')).ThreadFiles)

const signedOut: RouteObject = {
  lazy: async () => ({ Component: (await import('#web/layouts/SignedOutLayout.tsx')).SignedOutLayout }),
  children: [
    {
      path: paths.login,
      lazy: async () => ({ Component: (await import('#web/accounts/signIn/LoginPage.tsx')).LoginPage }),
    },
    {
      path: paths.register,
      lazy: async () => ({ Component: (await import('#web/accounts/signIn/RegisterPage.tsx')).RegisterPage }),
    },
    {
      path: paths.forgot,
      lazy: async () => ({ Component: (await import('#web/accounts/passwords/ForgotPage.tsx')).ForgotPage }),
    },
    {
      path: paths.reset,
      lazy: async () => ({ Component: (await import('#web/accounts/passwords/ResetPage.tsx')).ResetPage }),
    },
    {
      path: paths.email,
      lazy: async () => ({ Component: (await import('#web/accounts/emailLinks/EmailLinkPage.tsx')).EmailLinkPage }),
    },
    {
      path: paths.notFound,
      lazy: async () => ({ Component: (await import('#web/layouts/NotFoundPage.tsx')).NotFoundPage }),
    },
  ],
}

/** Outside the layout of every other page, which renews the session of a colleague who uses the same browser. */
const customerPage: RouteObject = {
  // Links of an earlier version have the token in their path.
  path: `${paths.customer}/:token?`,
  ErrorBoundary: PageFailed,
  HydrateFallback: Opening,
  lazy: async () => ({ Component: (await import('#web/customers/thread/CustomerPage.tsx')).CustomerPage }),
}

const enquiryRoute = (store: () => Promise<AppStore>): RouteObject => ({
  path: paths.enquiry(':id'),
  lazy: async () => {
    const [{ EnquiryPage }, { Conversation }, { AssigneeMenu }, { openEnquiry }] = await Promise.all([
      import('#web/enquiries/details/EnquiryPage.tsx'),
      import('#web/desk/Conversation.tsx'),
      import('#web/desk/AssigneeMenu.tsx'),
      import('#web/desk/openEnquiry.ts'),
    ])
    const parts = { Conversation, Assignee: AssigneeMenu, ThreadFiles, Customer: CustomerSections }
    return { element: <EnquiryPage parts={parts} />, ...beforePage(store, openEnquiry) }
  },
})

const dashboardOf = (store: () => Promise<AppStore>): RouteObject[] => [
  {
    path: paths.home,
    lazy: async () => ({ Component: (await import('#web/enquiries/list/EnquiryListPage.tsx')).EnquiryListPage }),
  },
  enquiryRoute(store),
  {
    lazy: async () => {
      const { RequireAbility } = await import('./RequireAbility.tsx')
      return { element: <RequireAbility action="read" subject="acl-page" /> }
    },
    children: [
      {
        path: paths.chat(':id'),
        lazy: async () => ({ Component: (await import('#web/chat/ChatPage.tsx')).ChatPage }),
      },
    ],
  },
  {
    lazy: async () => {
      const { RequireAbility } = await import('./RequireAbility.tsx')
      return { element: <RequireAbility action="answer" subject="enquiry" /> }
    },
    children: [
      {
        path: paths.deskEnquiry(':id?'),
        lazy: async () => {
          const [{ DeskPage }, { openAtDesk }] = await Promise.all([
            import('#web/desk/DeskPage.tsx'),
            import('#web/desk/openEnquiry.ts'),
          ])
          return { Component: DeskPage, ...beforePage(store, openAtDesk) }
        },
      },
    ],
  },
  {
    lazy: async () => ({ Component: (await import('./RequireOperator.tsx')).RequireOperator }),
    children: [
      {
        path: paths.operator,
        lazy: async () => ({ Component: (await import('#web/operator/OperatorPage.tsx')).OperatorPage }),
      },
    ],
  },
  {
    path: paths.profile,
    lazy: async () => {
      const [{ ProfilePage }, { CustomersCard }] = await Promise.all([
        import('#web/accounts/profile/ProfilePage.tsx'),
        import('#web/customers/settings/CustomersCard.tsx'),
      ])
      return { element: <ProfilePage Customers={CustomersCard} /> }
    },
  },
]

/** Runs `open` for the enquiry of the address before its page is rendered. */
function beforePage(store: () => Promise<AppStore>, open: typeof openEnquiry) {
  return {
    loader: async ({ params }: LoaderFunctionArgs) => {
      if (params.id) await (await store()).dispatch(open(params.id))
      return null
    },
    shouldRevalidate: ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
      currentParams.id !== nextParams.id,
  }
}

/** The page shows its first HTML until there is something else. */
function Opening() {
  return null
}

/** `openStore` is called once, with the first page that is for who is signed in. */
export function createRoutes(openStore: () => Promise<AppStore>): RouteObject[] {
  let opened: Promise<AppStore> | undefined
  const store = () =>
    (opened ??= openStore().catch((error: unknown) => {
      // Its code could not be loaded: the next page tries again.
      opened = undefined
      throw error
    }))
  const signedIn: RouteObject = {
    lazy: async () => {
      const [{ SignedInLayout }, openedStore] = await Promise.all([import('#web/layouts/SignedInLayout.tsx'), store()])
      return { element: <SignedInLayout store={openedStore} /> }
    },
    children: dashboardOf(store),
  }
  return fetchingCode([
    customerPage,
    {
      Component: RootLayout,
      ErrorBoundary: PageFailed,
      HydrateFallback: Opening,
      children: [
        signedOut,
        { Component: RequireSession, children: [signedIn] },
        ...devRoutes,
        { path: '*', element: null, loader: () => replace(paths.notFound) },
      ],
    },
  ])
}

/** If its code cannot be loaded, a page fails with a `Failure`. */
function fetchingCode(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route
    const fetched = typeof lazy === 'function' && { lazy: () => fetchCode(lazy) }
    return { ...route, ...fetched, ...(children && { children: fetchingCode(children) }) } as RouteObject
  })
}
