import { PageTitle } from '#web/components/PageTitle.tsx'
import { HomeButton } from './HomeButton.tsx'
import { StatusPage } from './StatusPage.tsx'

interface NotFoundProps {
  noun: string
}

export function NotFound({ noun }: NotFoundProps) {
  return (
    <>
      <PageTitle>{`${noun} not found`}</PageTitle>
      <StatusPage drawing="missingSheet" title={`${noun} not found`} action={<HomeButton />}>
        It may have been removed, or the address may be wrong.
      </StatusPage>
    </>
  )
}
