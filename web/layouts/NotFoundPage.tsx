import { HomeButton } from '#web/components/notices/HomeButton.tsx'
import { StatusPage } from '#web/components/notices/StatusPage.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <StatusPage drawing="lostPath" title="Page not found" action={<HomeButton />}>
        There is no page at this address. Check it for typing errors.
      </StatusPage>
    </>
  )
}
