import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useRef, useState } from 'react'
import type { OpenInvitation, Team, TeamMember } from '#contract/team.ts'
import { ProfileCard } from '#web/accounts/profile/ProfileCard.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { pageSettings } from '#web/components/pageSettings.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { InvitationList } from './InvitationList.tsx'
import { useChangeMemberMutation, useGetTeamQuery, useWithdrawInvitationMutation } from './teamApi.ts'
import { TeamList } from './TeamList.tsx'

const InviteDialog = lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog)
const LinkDialog = lazyPart(async () => (await import('./LinkDialog.tsx')).LinkDialog)
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
  const { data: team, isError, isFetching, refetch } = query
  return (
    <ProfileCard
      title="Team"
      description="Everybody of your company: what each may do, and who is invited."
      headingRef={heading}
    >
      {pageSettings.registration === 'closed' ? (
        <Alert severity="info">
          Registration is closed, so nobody can be invited or join. The operator of this server can open it.
        </Alert>
      ) : (
        <Button
          variant="contained"
          startIcon={<Icon name="plus" />}
          onClick={() => setIsInviting(true)}
          sx={{ justifySelf: 'start' }}
        >
          Invite somebody
        </Button>
      )}
      <InviteDialog open={isInviting} onClosed={() => setIsInviting(false)} />
      {team && <People team={team} userId={userId} onGone={() => heading.current?.focus()} />}
      {!team && isFetching && <TeamLoading />}
      {isError && !isFetching && <RetryAlert message="Your team could not be loaded." onRetry={() => void refetch()} />}
    </ProfileCard>
  )
}

interface PeopleProps {
  team: Team
  userId: string
  /** What had the focus is not there any more. */
  onGone: () => void
}

function People({ team, userId, onGone }: PeopleProps) {
  const [changeMember, changing] = useChangeMemberMutation()
  const [withdraw, withdrawing] = useWithdrawInvitationMutation()
  const leaving = useDialog<TeamMember>()
  const shown = useDialog<OpenInvitation>()
  const withdrawOne = async (id: string) => {
    const { error } = await withdraw(id)
    if (!error) onGone()
  }
  const change = (id: string, changes: { isActive?: boolean }) => void changeMember({ id, changes })
  return (
    <>
      <TeamList
        people={team.people}
        userId={userId}
        changingId={changing.isLoading ? changing.originalArgs?.id : undefined}
        onChanged={change}
        onLeft={leaving.show}
      />
      <InvitationList
        invitations={team.invitations}
        endingId={withdrawing.isLoading ? withdrawing.originalArgs : undefined}
        onShown={shown.show}
        onWithdrawn={(id) => void withdrawOne(id)}
      />
      <DeactivateDialog
        open={leaving.isOpen}
        name={leaving.about?.name ?? ''}
        onClosed={leaving.close}
        onConfirmed={() => {
          leaving.close()
          if (leaving.about) change(leaving.about._id, { isActive: false })
        }}
      />
      <LinkDialog open={shown.isOpen} invitation={shown.about} onClosed={shown.close} />
    </>
  )
}

/** A dialog about something, which it still shows while it closes. */
function useDialog<About>() {
  const [about, setAbout] = useState<About>()
  const [isOpen, setIsOpen] = useState(false)
  const show = (next: About) => {
    setAbout(next)
    setIsOpen(true)
  }
  return { about, isOpen, show, close: () => setIsOpen(false) }
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
