import { useAbility } from '@casl/react'
import Badge from '@mui/material/Badge'
import Fab from '@mui/material/Fab'
import { Link } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Enquiry, UpdateEnquiry } from '#contract/enquiries.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useIsMounted } from '#web/components/leaving/useIsMounted.ts'
import { useOnReturn } from '#web/components/leaving/useOnReturn.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { useGetEnquiryQuery, useUpdateEnquiryMutation } from '#web/enquiries/enquiryApi.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useListPlace } from '#web/enquiries/list/listPlace.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppSelector } from '#web/hooks.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { layers, sizes } from '#web/theme/sizes.ts'
import { EnquiryHeader } from './EnquiryHeader.tsx'
import type { EnquiryParts } from './enquiryParts.ts'
import { EnquirySkeleton } from './EnquirySkeleton.tsx'
import { OpenEnquiry } from './OpenEnquiry.tsx'
import { useNeighbours } from './useNeighbours.ts'

/** After this long the URLs of pictures may have expired. */
const longAbsenceMs = 30 * 60_000

interface ViewEnquiryProps {
  id: string
  parts: EnquiryParts
}

export function ViewEnquiry({ id, parts }: ViewEnquiryProps) {
  const router = useRouter()
  const ability = useAbility<AppAbility>()
  const neighbours = useNeighbours(id)
  const { data: enquiry, error, isFetching, refetch } = useGetEnquiryQuery(id, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(id)
  useRefetchOn((event) => event.subject === 'user' || (isShown(event.subject) && isAbout(event)), {
    isFetching,
    refetch,
  })
  useOnReturn(longAbsenceMs, () => void refetch())
  const user = useAppSelector(selectUser)
  const update = useUpdate()
  const isMounted = useIsMounted()
  const finish = () => {
    if (isMounted.current) void router.backOr(paths.home)
  }
  const hasConversation = ability.can('read', 'acl-page')
  if (enquiry === null) return <NotFound noun="Enquiry" />
  return (
    <>
      {!enquiry && <EnquiryHeader enquiry={undefined} {...{ neighbours, hasConversation }} />}
      {error && !enquiry && <LoadFailed what="The enquiry" failure={error} onRetry={refetch} />}
      {error && enquiry && <RetryAlert message="The enquiry could not be loaded" onRetry={refetch} />}
      {!enquiry && !error && <EnquirySkeleton hasConversation={hasConversation} />}
      {enquiry && user && (
        <OpenEnquiry
          userId={user._id}
          enquiry={enquiry}
          neighbours={neighbours}
          parts={parts}
          canEdit={ability.can('update', 'enquiry')}
          onSubmitted={update}
          onFinished={finish}
        />
      )}
      {enquiry && hasConversation && <ChatButton path={paths.chat(id)} count={enquiry.messageCount} />}
    </>
  )
}

function isShown(subject: ChangeEvent['subject']) {
  return subject === 'enquiry' || subject === 'thread'
}

function useUpdate() {
  const [updateEnquiry] = useUpdateEnquiryMutation()
  const { keyFor } = useIdempotencyKey()
  return async (body: UpdateEnquiry, { version, enquiryStatus: undoTo }: Enquiry) => {
    return updateEnquiry({ body, version, undoTo, idempotencyKey: keyFor({ body, version }) }).unwrap()
  }
}

interface ChatButtonProps {
  path: string
  count: number
}

function ChatButton({ path, count }: ChatButtonProps) {
  const place = useListPlace()
  return (
    <Fab
      component={Link}
      to={path}
      state={place}
      color="primary"
      aria-label={`Chat, ${count} messages`}
      sx={{ position: 'fixed', right: 20, bottom: 20, width: sizes.fab, height: sizes.fab, zIndex: layers.floating }}
    >
      <Badge badgeContent={count} color="error">
        <Icon name="messages-square" size="large" />
      </Badge>
    </Fab>
  )
}
