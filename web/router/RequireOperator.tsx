import { Outlet } from 'react-router'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { NotAllowed } from '#web/components/notices/NotAllowed.tsx'
import { useAppSelector } from '#web/hooks.ts'

export function RequireOperator() {
  const user = useAppSelector(selectUser)
  if (user?.isOperator) return <Outlet />
  return <NotAllowed>Ask the person who runs this server for access.</NotAllowed>
}
