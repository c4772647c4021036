import { useEffect, useEffectEvent } from 'react'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { onNews } from '#web/events/news.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppSelector } from '#web/hooks.ts'

type Refetchable = Parameters<typeof useRefetchOn>[1]

/** Keeps the list and its counts as they are on the server. `onOthers` is called before what others did is fetched. */
export function useLiveList(list: Refetchable, summary: Refetchable, onOthers: () => void) {
  const user = useAppSelector(selectUser)
  // What was missed was others' doing.
  const miss = useEffectEvent(onOthers)
  useEffect(() => onNews((news) => news === null && miss()), [])
  useRefetchOn(({ subject, by }) => {
    if (subject === 'seen') return by === user?._id
    if (subject !== 'enquiry' && subject !== 'thread' && subject !== 'user') return false
    if (by !== user?._id) onOthers()
    return true
  }, list)
  useRefetchOn(({ subject }) => subject === 'enquiry', summary)
}
