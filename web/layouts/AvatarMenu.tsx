import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'

interface AvatarMenuProps {
  user: User
  onLogOut: () => void
}

const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)

export function AvatarMenu({ user, onLogOut }: AvatarMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className="plain-button icon-button account-button"
        aria-label="Account"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="avatar-ring">
          <PersonAvatar name={user.name} picture={user.profilePic} size="small" />
        </span>
      </button>
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
