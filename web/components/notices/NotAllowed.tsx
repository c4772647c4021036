import { PageTitle } from '#web/components/PageTitle.tsx'
import { HomeButton } from './HomeButton.tsx'
import { StatusPage } from './StatusPage.tsx'

interface NotAllowedProps {
  /** Says where to get access. */
  children?: string
}

export function NotAllowed({ children = 'Ask the owner of your company for access.' }: NotAllowedProps) {
  return (
    <>
      <PageTitle>Not authorised</PageTitle>
      <StatusPage drawing="lockedDoor" title="You are not authorised to see this page" action={<HomeButton />}>
        {children}
      </StatusPage>
    </>
  )
}
