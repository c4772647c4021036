import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'

interface AvatarMenuProps {
  user: User
  onLogOut: () => void
}

const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)

export function AvatarMenu({ user, onLogOut }: AvatarMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <PlainButton
        className="icon-button account-button"
        aria-label="Account"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="avatar-ring">
          <PersonAvatar name={user.name} picture={user.profilePic} size="small" />
        </span>
      </PlainButton>
      <AccountMenu
        user={user}
        open={anchor !== null}
        anchor={anchor}
        onClosed={() => setAnchor(null)}
        onLogOut={onLogOut}
      />
    </>
  )
}
