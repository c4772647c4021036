import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { UpdateUser, User } from '#contract/accounts.ts'
import { sizeText } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { CompanyLogo } from '#web/components/CompanyLogo.tsx'
import { TextField } from '#web/components/forms/TextField.tsx'
import { TextInput } from '#web/components/forms/TextInput.tsx'
import { isNearlyFull, StorageNotice, useStorageUse } from '#web/documents/StorageNotice.tsx'
import { fingerHigh } from '#web/theme/sharedStyles.ts'
import { ChangesForm } from './ChangesForm.tsx'
import { EnquiryTypesInput } from './EnquiryTypesInput.tsx'
import { PictureInput } from './PictureInput.tsx'
import { changesBetween, CompanyProfile, companyProfileOf } from './profile.ts'
import { ProfileCard } from './ProfileCard.tsx'

interface CompanyCardProps {
  company: User['company']
}

/** The company, read-only. */
export function CompanyCard({ company }: CompanyCardProps) {
  return (
    <ProfileCard part="company" title="Company" description="Only owners can change its name and logo.">
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

/** The company, for its owner to edit. */
export function OwnCompanyCard({ user, onSubmitted, onUnsaved }: OwnCompanyCardProps) {
  const saved = companyProfileOf(user)
  const { companyName } = user.company
  return (
    <ProfileCard
      part="company"
      title="Company"
      description="Name, logo, how long people stay signed in, how enquiries are assigned, and their types."
    >
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
            <AssignsOnReplyInput control={control} />
            <EnquiryTypesInput control={control} />
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

interface CompanyInputProps {
  control: Control<CompanyProfile>
}

/** The form value is a number, as the server expects, or an empty string while the field is empty. */
function SessionDaysInput({ control }: CompanyInputProps) {
  const { field, fieldState } = useController({ control, name: 'company.sessionDays' })
  const { ref, onChange, ...input } = field
  return (
    <TextField
      fullWidth
      {...input}
      inputRef={ref}
      type="number"
      label="Sign people out after (days)"
      onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? 'Sessions end this many days after sign-in at the latest.'}
      slotProps={{ htmlInput: { ...limits.sessionDays, step: 1, inputMode: 'numeric' } }}
    />
  )
}

function AssignsOnReplyInput({ control }: CompanyInputProps) {
  const hintId = useId()
  const { field } = useController({ control, name: 'company.assignsOnReply' })
  const { ref, value, ...input } = field
  return (
    <Box>
      <FormControlLabel
        label="The first reply assigns the enquiry"
        sx={fingerHigh}
        control={<Switch {...input} checked={value} slotProps={{ input: { ref, 'aria-describedby': hintId } }} />}
      />
      <FormHelperText id={hintId}>
        A reply to an unassigned enquiry makes the person who writes it the assignee.
      </FormHelperText>
    </Box>
  )
}

/** How much of its storage the company has used. */
function StorageMeter() {
  const labelId = useId()
  const use = useStorageUse()
  if (!use) return null
  const percent = Math.min(100, Math.floor((use.usedBytes / use.quotaBytes) * 100))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography id={labelId} variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          Storage: {sizeText(use.usedBytes)} of {sizeText(use.quotaBytes)} used
        </Typography>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-labelledby={labelId}
          color={isNearlyFull(use) ? 'warning' : 'primary'}
        />
      </Box>
      <StorageNotice />
    </Box>
  )
}
