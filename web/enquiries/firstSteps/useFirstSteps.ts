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

/** The steps of an owner, who alone may ask for them; none once they are hidden or all done. */
export function useFirstSteps() {
  const query = useGetFirstStepsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, isError } = query
  useRefetchOn(({ subject }) => data?.isShown !== false && subject !== 'seen', query)
  return { steps: data?.isShown ? stepsLeft(data) : [], isPending: !data && !isError }
}

/** All steps while one of them is left to do; none after that. */
export function stepsLeft(firstSteps: FirstSteps) {
  const steps = stepsOf(firstSteps)
  return steps.some(({ isDone }) => !isDone) ? steps : []
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
      label: 'Reply to the test enquiry',
      hint: 'Your agents find every open enquiry on the desk.',
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
      label: 'Connect email',
      hint: 'The person who runs this server sets two environment variables.',
      path: paths.profilePart('mail'),
      isDone: sendsMail,
    },
  ]
}
