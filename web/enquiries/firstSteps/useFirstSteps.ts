import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts.ts'
import type { FirstSteps } from '#contract/firstSteps.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { paths } from '#web/navigation/paths.ts'
import { useGetFirstStepsQuery } from './firstStepsApi.ts'

export interface Step {
  label: string
  hint: string
  path: string
  isDone: boolean
}

/** An owner's first steps while there are any left; undefined until they are loaded. */
export function useFirstSteps() {
  const isOwner = useAbility<AppAbility>().can('update', 'company')
  const query = useGetFirstStepsQuery(undefined, { skip: !isOwner, refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject }) => subject !== 'seen', query)
  const { data, isError } = query
  const steps = data ? stepsOf(data) : []
  const areLeft = data !== undefined && data.isShown && steps.some(({ isDone }) => !isDone)
  return { steps: areLeft ? steps : [], isPending: isOwner && !data && !isError }
}

function stepsOf({ hasInvited, hasLogo, hasRaised, hasAnswered, hasImported, sendsMail }: FirstSteps): Step[] {
  return [
    {
      label: 'Invite people',
      hint: 'Members ask, agents answer.',
      path: paths.profilePart('invite'),
      isDone: hasInvited,
    },
    {
      label: 'Add your logo',
      hint: 'It appears beside your company’s name.',
      path: paths.profilePart('company'),
      isDone: hasLogo,
    },
    {
      label: 'Raise a test enquiry',
      hint: 'See the form that your members fill in.',
      path: paths.addEnquiry,
      isDone: hasRaised,
    },
    {
      label: 'Reply to it as support',
      hint: 'Your agents find every open enquiry there.',
      path: paths.desk,
      isDone: hasAnswered,
    },
    {
      label: 'Import a CSV file',
      hint: 'Bring the enquiries you already have.',
      path: paths.homePart('import'),
      isDone: hasImported,
    },
    {
      label: 'Connect mail',
      hint: 'The person who runs this server sets two environment variables.',
      path: paths.profilePart('mail'),
      isDone: sendsMail,
    },
  ]
}
