import { useAbility } from '@casl/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Unread } from '#contract/seen.ts'
import { pageSettings } from '#web/components/pageSettings.ts'
import { countLabel, setUnreadCount } from '#web/components/unreadCount.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { unreadIcon } from '#web/theme/unreadIcon.ts'
import { notify, watchFocus } from './notifications.ts'
import { isAboutUnread, useGetUnreadQuery } from './seenApi.ts'

interface UnreadSignProps {
  userId: string
}

/** Shows the number of unread enquiries in the browser's tab, and notifies the person if they want that and look elsewhere. */
export function UnreadSign({ userId }: UnreadSignProps) {
  const canRead = useAbility<AppAbility>().can('read', 'acl-page')
  return canRead && <Counted userId={userId} />
}

function Counted({ userId }: UnreadSignProps) {
  const { data, isFetching, refetch } = useGetUnreadQuery(undefined, { refetchOnMountOrArgChange: true })
  useRefetchOn((event) => isAboutUnread(event, userId), { isFetching, refetch, isShownHidden: true })
  const count = data?.enquiries
  useNotification(data)
  useEffect(() => {
    setUnreadCount(count ?? 0)
    showIcon(count ?? 0)
    return () => {
      setUnreadCount(0)
      showIcon(0)
    }
  }, [count])
  return null
}

/** Notifies about another message in an enquiry that was already unread, too. */
function useNotification(unread: Unread | undefined) {
  const router = useRouter()
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const known = useRef<string>(undefined)
  const tell = useEffectEvent(({ enquiries }: Unread, { _id, enquiryId, at }: Newest) => {
    const path = canAnswer ? paths.deskEnquiry : paths.chat
    const others = enquiries > 1 ? `. ${countLabel(enquiries)} enquiries have new comments` : ''
    const body = `${enquiryId} has a new comment${others}`
    void notify({ title: pageSettings.appName, body, at }, () => void router.push(path(_id)))
  })
  useEffect(() => {
    if (!unread) return
    const at = unread.newest?.at ?? ''
    if (unread.newest && known.current !== undefined && at > known.current) tell(unread, unread.newest)
    if (known.current === undefined || at > known.current) known.current = at
  }, [unread])
  useEffect(() => watchFocus(), [])
}

type Newest = NonNullable<Unread['newest']>

let plainIcon: string | undefined

function showIcon(count: number) {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  plainIcon ??= link.href
  link.href = count > 0 ? unreadIcon(count) : plainIcon
}
