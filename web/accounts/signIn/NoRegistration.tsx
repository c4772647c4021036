import { RegistrationNotice } from './RegistrationNotice.tsx'

interface NoRegistrationProps {
  registration: 'invited' | 'closed'
}

/** Replaces the sign-up form and says what to do instead. */
export function NoRegistration({ registration }: NoRegistrationProps) {
  return <RegistrationNotice {...reasons[registration]} />
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
