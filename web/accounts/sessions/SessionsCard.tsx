import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useContext, useRef } from 'react'
import { useEndSessionMutation, useListSessionsQuery } from '#web/accounts/accountApi.ts'
import { ProfileCard } from '#web/accounts/profile/ProfileCard.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { LogOutContext } from './logOutContext.ts'
import { SessionItem } from './SessionItem.tsx'

export function SessionsCard() {
  const {
    data: sessions,
    isError,
    isFetching,
    refetch,
  } = useListSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [endSession, ending] = useEndSessionMutation()
  const logOut = useContext(LogOutContext)
  const heading = useRef<HTMLHeadingElement>(null)
  const end = async (id: string) => {
    const { error } = await endSession(id)
    // The focused button disappears with its session.
    if (!error) heading.current?.focus()
  }
  return (
    <ProfileCard
      part="sessions"
      title="Where you are signed in"
      description="If you do not recognise a session, end it and change your password."
      headingRef={heading}
    >
      {sessions && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {sessions.map((session) => (
            <SessionItem
              key={session._id}
              session={session}
              isEnding={ending.isLoading && ending.originalArgs === session._id}
              onEnd={() => void end(session._id)}
              onLogOut={logOut}
            />
          ))}
        </Box>
      )}
      {!sessions && isFetching && <SessionsLoading />}
      {isError && !isFetching && <RetryAlert message="Your sessions could not be loaded" onRetry={refetch} />}
    </ProfileCard>
  )
}

function SessionsLoading() {
  return (
    <Box component="output" aria-label="Loading your sessions" sx={{ display: 'grid', gap: 3 }}>
      {[1, 2].map((row) => (
        <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Skeleton variant="circular">
            <Box sx={{ p: 2.5 }} />
          </Skeleton>
          <Box sx={{ flexGrow: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="60%" />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
