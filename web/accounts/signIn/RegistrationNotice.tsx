import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Notice } from '#web/components/notices/Notice.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'

interface RegistrationNoticeProps {
  title: string
  help: string
}

/** Replaces the sign-up form, says why and what to do instead. */
export function RegistrationNotice({ title, help }: RegistrationNoticeProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Notice
        icon="ticket"
        level="h1"
        isInCard
        title={title}
        action={
          <Button component={Link} to={paths.login} variant="contained" color="inherit" size="large">
            Go to sign in
          </Button>
        }
      >
        {help}
      </Notice>
    </>
  )
}
