import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { UpdateUser, User } from '#contract/accounts.ts'
import { CompanyLogo } from '#web/components/CompanyLogo.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { ChangesForm } from './ChangesForm.tsx'
import { PictureInput } from './PictureInput.tsx'
import { changesBetween, CompanyProfile, companyProfileOf } from './profile.ts'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionDaysInput } from './SessionDaysInput.tsx'
import { StorageMeter } from './StorageMeter.tsx'

interface CompanyCardProps {
  company: User['company']
}

/** The company, to be looked at. */
export function CompanyCard({ company }: CompanyCardProps) {
  return (
    <ProfileCard title="Company" description="Its owners can change its name and logo.">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', alignSelf: 'start' }}>
        <CompanyLogo name={company.companyName} logo={company.logo} size="large" />
        <CompanyName>{company.companyName}</CompanyName>
      </Box>
      <StorageMeter />
    </ProfileCard>
  )
}

interface OwnCompanyCardProps {
  user: User
  /** Resolves with the user as saved; rejects with a `Failure`. */
  onSubmitted: (changes: UpdateUser) => Promise<User>
  onUnsaved: (isUnsaved: boolean) => void
}

/** The company, to be changed by its owner. */
export function OwnCompanyCard({ user, onSubmitted, onUnsaved }: OwnCompanyCardProps) {
  const saved = companyProfileOf(user)
  const { companyName } = user.company
  return (
    <ProfileCard title="Company" description="Its name, its logo, and how long people stay signed in.">
      <ChangesForm
        schema={CompanyProfile}
        values={saved}
        saveLabel="Save company"
        onUnsaved={onUnsaved}
        onSubmitted={async ({ company }) =>
          companyProfileOf(await onSubmitted({ company: changesBetween(saved.company, company) }))
        }
      >
        {(control) => (
          <>
            <PictureInput
              control={control}
              name="company.logo"
              label="Company logo"
              bounds="around"
              renderPreview={(logo) => <CompanyLogo name={companyName} logo={logo} size="large" />}
            >
              <CompanyName>{companyName}</CompanyName>
            </PictureInput>
            <TextInput control={control} name="company.companyName" label="Company name" autoComplete="organization" />
            <SessionDaysInput control={control} />
          </>
        )}
      </ChangesForm>
      <StorageMeter />
    </ProfileCard>
  )
}

interface CompanyNameProps {
  children: string
}

function CompanyName({ children }: CompanyNameProps) {
  return (
    <Typography variant="subtitle1" component="p" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  )
}
