import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts.ts'

/** Whether the signed-in person decides on the views of the whole company. */
export function useMayShare() {
  return useAbility<AppAbility>().can('update', 'company')
}
