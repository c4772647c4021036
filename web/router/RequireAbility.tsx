import { Can } from '@casl/react'
import { Outlet } from 'react-router'
import type { Action, AppAbility, Subject } from '#contract/accounts/abilities.ts'
import { NotAllowed } from '#web/components/notices/NotAllowed.tsx'

interface RequireAbilityProps {
  action: Action
  subject: Subject
}

export function RequireAbility({ action, subject }: RequireAbilityProps) {
  return (
    <Can<AppAbility> I={action} a={subject} passThrough>
      {({ isAllowed }) => (isAllowed ? <Outlet /> : <NotAllowed />)}
    </Can>
  )
}
