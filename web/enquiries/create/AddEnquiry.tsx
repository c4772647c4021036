import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { suggestedTypes } from '#web/accounts/profile/suggestedTypes.ts'
import { NotAllowed } from '#web/components/notices/NotAllowed.tsx'
import { useCreateEnquiryMutation, useGetEnquirySummaryQuery } from '#web/enquiries/enquiryApi.ts'
import { EnquiryHeading } from '#web/enquiries/EnquiryHeading.tsx'
import { useAppSelector } from '#web/hooks.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { CreateEnquiryForm } from './CreateEnquiryForm.tsx'
import type { SubmitNewEnquiry } from './useNewEnquiry.ts'

export function AddEnquiry() {
  const user = useAppSelector(selectUser)
  const ability = useAbility<AppAbility>()
  const router = useRouter()
  const { data: summary } = useGetEnquirySummaryQuery()
  const [createEnquiry] = useCreateEnquiryMutation()
  const create: SubmitNewEnquiry = async (values, files, idempotencyKey, onSent) => {
    const fields = { ...values, user: user?._id, host: user?.company._id }
    await createEnquiry({ fields, files, idempotencyKey, onSent }).unwrap()
  }
  const goBack = () => void router.backOr(paths.home)
  if (!ability.can('create', 'enquiry')) return <NotAllowed />
  return (
    <>
      <EnquiryHeading title="Add Enquiry" />
      {user && (
        <CreateEnquiryForm
          userId={user._id}
          types={typesToOffer(summary?.types ?? [], user.company.enquiryTypes)}
          onSubmitted={create}
          onFinished={goBack}
          onCancelled={goBack}
        />
      )}
    </>
  )
}

/** With fewer types in use, the company is still finding its own. */
const fewTypes = 5

/** The company's own types, then those in use. On the first days, general ones too. */
function typesToOffer(used: string[], ownTypes: string[] = []) {
  const general = ownTypes.length === 0 && used.length < fewTypes ? suggestedTypes.General : []
  return [...new Set([...ownTypes, ...used, ...general])]
}
