import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Notice } from '#web/components/notices/Notice.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { paths } from '#web/navigation/paths.ts'

interface NoRegistrationProps {
  registration: 'invited' | 'closed'
}

/** Replaces the sign-up form and says what to do instead. */
export function NoRegistration({ registration }: NoRegistrationProps) {
  const { title, help } = reasons[registration]
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

const reasons = {
  invited: {
    title: 'You need an invitation',
    help: 'Ask an owner of your company to invite you, then open the link you receive.',
  },
  closed: {
    title: 'Registration is closed',
    help: 'No one can sign up or join at the moment. Ask the operator of this server to open registration.',
  },
}
