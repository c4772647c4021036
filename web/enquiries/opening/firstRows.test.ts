import { expect, test } from 'vitest'
import { abilityFor } from '#contract/accounts/abilities.ts'
import { answeringRoles, roles } from '#contract/accounts/roles.ts'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import { firstRowsIcons } from './firstRowsIcons.ts'

test('the first rows show assignees to the people who may answer', () => {
  expect(roles.filter((role) => abilityFor(role).can('answer', 'enquiry'))).toEqual(answeringRoles)
})

test('the first rows have the icon of every status', () => {
  expect(firstRowsIcons).toEqual(expect.arrayContaining(Object.values(statusLooks).map(({ icon }) => icon)))
})
