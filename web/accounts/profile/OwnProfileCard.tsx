import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { UpdateUser, User } from '#contract/accounts.ts'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { ChangesForm } from './ChangesForm.tsx'
import { PictureInput } from './PictureInput.tsx'
import { changesBetween, OwnProfile, ownProfileOf } from './profile.ts'
import { ProfileCard } from './ProfileCard.tsx'

interface OwnProfileCardProps {
  user: User
  /** Resolves with the user as saved; rejects with a `Failure`. */
  onSubmitted: (changes: UpdateUser) => Promise<User>
  onUnsaved: (isUnsaved: boolean) => void
}

export function OwnProfileCard({ user, onSubmitted, onUnsaved }: OwnProfileCardProps) {
  const saved = ownProfileOf(user)
  return (
    <ProfileCard part="you" title="You" description="How your colleagues see you, and the address you sign in with.">
      <ChangesForm
        schema={OwnProfile}
        values={saved}
        saveLabel="Save changes"
        onUnsaved={onUnsaved}
        onSubmitted={async (values) => ownProfileOf(await onSubmitted(changesBetween(saved, values)))}
      >
        {(control) => (
          <>
            <PictureInput
              control={control}
              name="profilePic"
              label="Profile picture"
              bounds="inside"
              renderPreview={(picture) => <PersonAvatar name={user.name} picture={picture} size="large" />}
            >
              <Identity user={user} />
            </PictureInput>
            <TextInput control={control} name="name" label="Name" autoComplete="name" />
            <TextInput
              control={control}
              name="email"
              label="Email address"
              type="email"
              autoComplete="email"
              helperText={user.mustConfirmEmail ? 'Not confirmed yet' : undefined}
            />
          </>
        )}
      </ChangesForm>
    </ProfileCard>
  )
}

interface IdentityProps {
  user: User
}

function Identity({ user }: IdentityProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography variant="subtitle1" component="p" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {user.name}
        </Typography>
        <Chip size="small" label={user.role} sx={{ textTransform: 'capitalize' }} />
      </Box>
      <EmailAddress>{user.email}</EmailAddress>
    </Box>
  )
}

interface EmailAddressProps {
  children: string
}

/** Wraps a long address before the @ rather than inside a word. */
function EmailAddress({ children }: EmailAddressProps) {
  const at = children.lastIndexOf('@')
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'break-word' }}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </Typography>
  )
}
