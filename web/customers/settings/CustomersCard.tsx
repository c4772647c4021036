import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { CustomerForm } from '#contract/customers/form.ts'
import { ChangesForm } from '#web/accounts/profile/ChangesForm.tsx'
import { ProfileCard } from '#web/accounts/profile/ProfileCard.tsx'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { useGetCustomerFormQuery, useSaveCustomerFormMutation } from '#web/customers/customerApi.ts'
import { HeldMailList } from '#web/customers/incoming/HeldMailList.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { FormAddress } from './FormAddress.tsx'
import { FormInputs } from './FormInputs.tsx'
import { HeldList } from './HeldList.tsx'

interface CustomersCardProps {
  onUnsaved: (isUnsaved: boolean) => void
}

/** The form with which customers write to the company, and what it holds back. For owners. */
export function CustomersCard({ onUnsaved }: CustomersCardProps) {
  const { data: form, error, refetch } = useGetCustomerFormQuery()
  return (
    <ProfileCard
      part="customers"
      title="Customers"
      description="With a form, people outside your company write to you without an account. Their enquiries arrive in the list and on the desk."
    >
      {form && <SavedForm form={form} onUnsaved={onUnsaved} />}
      {!form && error && <LoadFailed what="The form" failure={error} onRetry={refetch} />}
      {!form && !error && <FormSkeleton />}
    </ProfileCard>
  )
}

interface SavedFormProps extends CustomersCardProps {
  form: CustomerForm
}

function SavedForm({ form, onUnsaved }: SavedFormProps) {
  const [saveForm] = useSaveCustomerFormMutation()
  const { keyFor } = useIdempotencyKey()
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <HeldList />
      <HeldMailList />
      {form.isEnabled && <FormAddress slug={form.slug} />}
      <EmailAddress type={form.types[0]} />
      <ChangesForm
        schema={CustomerForm}
        values={form}
        saveLabel="Save form"
        onUnsaved={onUnsaved}
        onSubmitted={(body) => saveForm({ body, idempotencyKey: keyFor(body) }).unwrap()}
      >
        {(control) => <FormInputs control={control} />}
      </ChangesForm>
    </Box>
  )
}

function FormSkeleton() {
  return (
    <Box component="output" aria-label="Loading the form" sx={{ display: 'grid', gap: 2 }}>
      <Skeleton variant="rounded" height={40} width="50%" />
      <Skeleton variant="rounded" height={56} />
      <Skeleton variant="rounded" height={56} />
    </Box>
  )
}
