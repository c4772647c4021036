import { PageTitle } from '#web/components/PageTitle.tsx'
import { HomeButton } from './HomeButton.tsx'
import { StatusPage } from './StatusPage.tsx'

export function NotAllowed() {
  return (
    <>
      <PageTitle>Not authorised</PageTitle>
      <StatusPage drawing="lockedDoor" title="You are not authorised to see this page" action={<HomeButton />}>
        Ask the owner of your company for access.
      </StatusPage>
    </>
  )
}
