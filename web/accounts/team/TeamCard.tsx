import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useRef, useState } from 'react'
import type { Invitation } from '#contract/accounts.ts'
import type { OpenInvitation, ResetLink, Team, TeamMember } from '#contract/team.ts'
import { ProfileCard } from '#web/accounts/profile/ProfileCard.tsx'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { pageSettings } from '#web/components/pageSettings.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAskedPart } from '#web/navigation/useAskedPart.ts'
import { InvitationList } from './InvitationList.tsx'
import {
  useChangeMemberMutation,
  useCreateResetLinkMutation,
  useGetTeamQuery,
  useInviteMutation,
  useWithdrawInvitationMutation,
} from './teamApi.ts'
import { TeamList } from './TeamList.tsx'

const InviteDialog = lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog)
const InvitationLinkDialog = lazyPart(async () => (await import('./InvitationLinkDialog.tsx')).InvitationLinkDialog)
const ResetLinkDialog = lazyPart(async () => (await import('./ResetLinkDialog.tsx')).ResetLinkDialog)
const DeactivateDialog = lazyPart(async () => (await import('./DeactivateDialog.tsx')).DeactivateDialog)

interface TeamCardProps {
  userId: string
}

/** The people of the company, for its owners. */
export function TeamCard({ userId }: TeamCardProps) {
  const query = useGetTeamQuery(undefined, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject }) => subject === 'user' || subject === 'company', query)
  const [isInviting, setIsInviting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const mayInvite = pageSettings.registration !== 'closed'
  useAskedPart({ invite: () => (mayInvite ? setIsInviting(true) : heading.current?.focus()) })
  const { data: team, isError, isFetching, refetch } = query
  return (
    <ProfileCard
      part="team"
      title="Team"
      description="Everyone in your company, their roles, and open invitations."
      headingRef={heading}
    >
      {mayInvite ? (
        <Button
          variant="contained"
          startIcon={<Icon name="plus" />}
          onClick={() => setIsInviting(true)}
          sx={{ justifySelf: 'start' }}
        >
          Invite someone
        </Button>
      ) : (
        <Alert severity="info">
          Registration is closed, so no one can be invited or join. The operator of this server can open it.
        </Alert>
      )}
      <InviteDialog open={isInviting} onClosed={() => setIsInviting(false)} />
      {team && <People team={team} userId={userId} onFocusLost={() => heading.current?.focus()} />}
      {!team && isFetching && <TeamLoading />}
      {isError && !isFetching && <RetryAlert message="Your team could not be loaded" onRetry={refetch} />}
    </ProfileCard>
  )
}

interface PeopleProps {
  team: Team
  userId: string
  /** Called when the focused element has disappeared. */
  onFocusLost: () => void
}

function People({ team, userId, onFocusLost }: PeopleProps) {
  const [changeMember, changing] = useChangeMemberMutation()
  const [withdraw, withdrawing] = useWithdrawInvitationMutation()
  const deactivating = useDialog<TeamMember>()
  const sharing = useDialog<Invitation>()
  const [invite, inviting] = useInviteMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const resetting = useDialog<{ name: string; link: ResetLink }>()
  const [createResetLink, creating] = useCreateResetLinkMutation()
  const makeLink = async ({ _id, name }: TeamMember) => {
    const { data: link } = await createResetLink(_id)
    if (link) resetting.show({ name, link })
  }
  /** Invites the same person again, which replaces the earlier link. */
  const renew = async ({ email, role }: OpenInvitation) => {
    const { data: invitation } = await invite({ invite: { email, role }, idempotencyKey: keyFor({ email, role }) })
    if (!invitation) return
    forget()
    sharing.show(invitation)
  }
  const withdrawOne = async (id: string) => {
    const { error } = await withdraw(id)
    if (!error) onFocusLost()
  }
  const change = (id: string, changes: { isActive?: boolean }) => void changeMember({ id, changes })
  return (
    <>
      <TeamList
        people={team.people}
        userId={userId}
        changingId={
          changing.isLoading ? changing.originalArgs?.id : creating.isLoading ? creating.originalArgs : undefined
        }
        onChanged={change}
        onLinkWanted={(person) => void makeLink(person)}
        onDeactivated={deactivating.show}
      />
      <InvitationList
        invitations={team.invitations}
        renewingEmail={inviting.isLoading ? inviting.originalArgs?.invite.email : undefined}
        withdrawingId={withdrawing.isLoading ? withdrawing.originalArgs : undefined}
        onRenewed={(invitation) => void renew(invitation)}
        onWithdrawn={(id) => void withdrawOne(id)}
      />
      <DeactivateDialog
        open={deactivating.isOpen}
        name={deactivating.item?.name ?? ''}
        onClosed={deactivating.close}
        onConfirmed={() => {
          deactivating.close()
          if (deactivating.item) change(deactivating.item._id, { isActive: false })
        }}
      />
      <ResetLinkDialog open={resetting.isOpen} made={resetting.item} onClosed={resetting.close} />
      <InvitationLinkDialog open={sharing.isOpen} invitation={sharing.item} onClosed={sharing.close} />
    </>
  )
}

/** The state of a dialog about one item. It keeps the item while it closes, so that its text stays. */
function useDialog<Item>() {
  const [item, setItem] = useState<Item>()
  const [isOpen, setIsOpen] = useState(false)
  const show = (next: Item) => {
    setItem(next)
    setIsOpen(true)
  }
  return { item, isOpen, show, close: () => setIsOpen(false) }
}

function TeamLoading() {
  return (
    <Box component="output" aria-label="Loading your team" sx={{ display: 'grid', gap: 3 }}>
      {[1, 2, 3].map((row) => (
        <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Skeleton variant="circular">
            <Box sx={{ p: 2.5 }} />
          </Skeleton>
          <Box sx={{ flexGrow: 1 }}>
            <Skeleton width="30%" />
            <Skeleton width="50%" />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
