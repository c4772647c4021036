import { AbilityProvider } from '@casl/react'
import { useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { Outlet, useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { abilityFor } from '#contract/accounts/abilities.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { LateConfirmEmailBanner } from '#web/accounts/emailLinks/LateConfirmEmailBanner.ts'
import { LogOutContext } from '#web/accounts/sessions/logOutContext.ts'
import { api } from '#web/api/api.ts'
import { useIsPasswordAsked } from '#web/api/session/passwordQuestion.ts'
import { isSignedIn } from '#web/api/session/session.ts'
import { useOutboxSending } from '#web/chat/outbox/useOutboxSending.ts'
import { ColorModeMenu } from '#web/components/ColorModeMenu.tsx'
import { fetchHostedIcons } from '#web/components/icons/hostedDrawings.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { ShortcutsButton } from '#web/components/shortcuts/ShortcutsButton.tsx'
import { type AppStore, useAppSelector } from '#web/hooks.ts'
import { paths } from '#web/navigation/paths.ts'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'
import '#web/theme/styles/frame.css'
import '#web/theme/styles/print.css'
import '#web/theme/styles/searchBox.css'
import { AvatarMenu } from './AvatarMenu.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useLeaving } from './useLeaving.ts'

const LiveSign = latePart(async () => (await import('#web/events/LiveSign.tsx')).LiveSign)
const UnreadSign = latePart(async () => (await import('#web/enquiries/seen/UnreadSign.tsx')).UnreadSign)
const PaletteKey = latePart(async () => (await import('#web/palette/PaletteKey.tsx')).PaletteKey)
const PasswordDialog = lazyPart(async () => (await import('#web/accounts/passwords/PasswordDialog.tsx')).PasswordDialog)
const ReceptionBanner = latePart(
  async () => (await import('#web/customers/incoming/ReceptionBanner.tsx')).ReceptionBanner,
)
const LogOutDialog = lazyPart(async () => (await import('./LogOutDialog.tsx')).LogOutDialog)
const NavigationDrawer = lazyPart(async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer)

interface SignedInLayoutProps {
  store: AppStore
}

export function SignedInLayout({ store }: SignedInLayoutProps) {
  useEffect(() => () => discardLateData(store), [store])
  return (
    <Provider store={store}>
      <UserDashboard />
    </Provider>
  )
}

/** A page that has just appeared sends its requests after the end of the session has discarded the fetched data. */
function discardLateData(store: AppStore) {
  if (!isSignedIn()) store.dispatch(api.util.resetApiState())
}

function UserDashboard() {
  const user = useAppSelector(selectUser)
  return user && <Dashboard user={user} />
}

interface DashboardProps {
  user: User
}

function Dashboard({ user }: DashboardProps) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const ability = abilityFor(user.role)
  const leaving = useLeaving(user._id)
  const logOut = () => void leaving.ask()
  useOutboxSending(user._id)
  useEffect(() => whenIdle(() => void fetchHostedIcons()), [])
  return (
    <AbilityProvider value={ability}>
      <SkipLink />
      <Sidebar user={user} />
      <NavigationDrawer user={user} open={isDrawerOpen} onClosed={() => setIsDrawerOpen(false)} />
      <div className="beside-sidebar">
        <Header
          left={<MenuButton onClick={() => setIsDrawerOpen(true)} />}
          right={
            <>
              <LiveSign userId={user._id} />
              <UnreadSign userId={user._id} />
              <PaletteKey user={user} onLogOut={logOut} />
              <ShortcutsButton />
              <ColorModeMenu />
              {ability.can('read', 'acl-page') && <NotificationBell userId={user._id} />}
              <AvatarMenu user={user} onLogOut={logOut} />
            </>
          }
        />
        <main id="content" tabIndex={-1} className="page-content">
          {user.mustConfirmEmail && <LateConfirmEmailBanner email={user.email} />}
          {ability.can('update', 'company') && <ReceptionBanner />}
          <LogOutContext value={logOut}>
            <Outlet />
          </LogOutContext>
        </main>
      </div>
      <PasswordQuestion email={user.email} />
      <LogOutDialog
        open={leaving.unsent.length > 0}
        unsent={leaving.unsent}
        onStayed={leaving.stay}
        onLoggedOut={() => void leaving.leave()}
      />
    </AbilityProvider>
  )
}

interface MenuButtonProps {
  onClick: () => void
}

function MenuButton({ onClick }: MenuButtonProps) {
  return (
    <PlainButton className="icon-button menu-button" aria-label="Open navigation" onClick={onClick}>
      <Icon name="menu" size="large" />
    </PlainButton>
  )
}

interface PasswordQuestionProps {
  email: string
}

/** Nothing on the list asks for the password. */
function PasswordQuestion({ email }: PasswordQuestionProps) {
  const { pathname } = useLocation()
  return <PasswordDialog open={useIsPasswordAsked()} isNear={pathname !== paths.home} email={email} />
}
