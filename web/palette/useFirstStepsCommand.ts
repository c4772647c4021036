import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { useChangeFirstStepsMutation, useGetFirstStepsQuery } from '#web/enquiries/firstSteps/firstStepsApi.ts'
import { stepsLeft } from '#web/enquiries/firstSteps/useFirstSteps.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import type { Command } from './useCommands.ts'

/** Shows an owner the first steps again that they have hidden, while there are any left. */
export function useFirstStepsCommand(): Command[] {
  const router = useRouter()
  const isOwner = useAbility<AppAbility>().can('update', 'company')
  const { data } = useGetFirstStepsQuery(undefined, { skip: !isOwner, refetchOnMountOrArgChange: true })
  const [change] = useChangeFirstStepsMutation()
  if (!data?.isHidden || stepsLeft(data).length === 0) return []
  const show = async () => {
    const { error } = await change({ isHidden: false })
    if (!error) void router.push(paths.home)
  }
  return [
    {
      id: 'first steps',
      group: 'Go to',
      label: 'Show your first steps',
      icon: 'circle-check',
      keywords: 'checklist start begin setup set up getting started hidden',
      run: () => void show(),
    },
  ]
}
