import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState, type ComponentType } from 'react'
import { Link } from 'react-router'
import type { ChangePassword, UpdateUser } from '#contract/accounts.ts'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { useChangePasswordMutation, useUpdateUserMutation } from '#web/accounts/accountApi.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { PasswordCard } from '#web/accounts/passwords/PasswordCard.tsx'
import { SessionsCard } from '#web/accounts/sessions/SessionsCard.tsx'
import { TeamCard } from '#web/accounts/team/TeamCard.tsx'
import { saveUserData } from '#web/api/session/session.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { LeaveDialog } from '#web/components/leaving/LeaveDialog.tsx'
import { useLeaveGuard } from '#web/components/leaving/useLeaveGuard.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useAppSelector } from '#web/hooks.ts'
import { paths } from '#web/navigation/paths.ts'
import { CompanyCard, OwnCompanyCard } from './CompanyCard.tsx'
import { MailCard } from './MailCard.tsx'
import { OwnProfileCard } from './OwnProfileCard.tsx'

interface ProfilePageProps {
  /** The part that comes from a layer above this one, for owners. */
  Customers: ComponentType<{ onUnsaved: (isUnsaved: boolean) => void }>
}

export function ProfilePage({ Customers }: ProfilePageProps) {
  const user = useAppSelector(selectUser)
  const ability = useAbility<AppAbility>()
  const [updateUser] = useUpdateUserMutation()
  const { leaving, ...unsaved } = useUnsaved()
  const [sendPassword] = useChangePasswordMutation()
  const save = async (changes: UpdateUser) => {
    const saved = await updateUser(changes).unwrap()
    saveUserData(saved)
    return saved
  }
  const changePassword = async (change: ChangePassword) => {
    await sendPassword(change).unwrap()
  }
  if (!user) return null
  return (
    <>
      <PageTitle>Profile</PageTitle>
      <Heading isOperator={user.isOperator} />
      <Box sx={{ ...cards, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
        <Box sx={cards}>
          <OwnProfileCard user={user} onSubmitted={save} onUnsaved={unsaved.onUser} />
          <PasswordCard email={user.email} onSubmitted={changePassword} />
        </Box>
        <Box sx={cards}>
          {ability.can('update', 'company') ? (
            <OwnCompanyCard user={user} onSubmitted={save} onUnsaved={unsaved.onCompany} />
          ) : (
            <CompanyCard company={user.company} />
          )}
          <SessionsCard />
        </Box>
        {ability.can('read', 'team') && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TeamCard userId={user._id} />
          </Box>
        )}
        {ability.can('update', 'company') && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Customers onUnsaved={unsaved.onCustomers} />
          </Box>
        )}
        {ability.can('update', 'company') && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <MailCard />
          </Box>
        )}
      </Box>
      <LeaveDialog isOpen={leaving.isAsking} isKept={false} onStayed={leaving.stay} onLeft={leaving.leave} />
    </>
  )
}

interface HeadingProps {
  isOperator: boolean
}

/** The account menu has the same entries for everybody, so the operator's page is linked here. */
function Heading({ isOperator }: HeadingProps) {
  const hasInbox = useAbility<AppAbility>().can('read', 'acl-page')
  const button = { component: Link, color: 'inherit', variant: 'outlined' } as const
  return (
    <Box
      sx={{
        mt: 2,
        mb: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
      }}
    >
      <Typography component="h1" variant="h4">
        Profile
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isOperator && (
          <Button {...button} to={paths.operator} startIcon={<Icon name="settings" />}>
            Operator
          </Button>
        )}
        {hasInbox && (
          <Button {...button} to={paths.notificationChoices(paths.profile)} replace startIcon={<Icon name="bell" />}>
            Notification settings
          </Button>
        )}
      </Box>
    </Box>
  )
}

const cards = { display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }

/** Tracks the unsaved changes of all forms, so that leaving asks only once. */
function useUnsaved() {
  const [hasUser, onUser] = useState(false)
  const [hasCompany, onCompany] = useState(false)
  const [hasCustomers, onCustomers] = useState(false)
  return { onUser, onCompany, onCustomers, leaving: useLeaveGuard(hasUser || hasCompany || hasCustomers) }
}
