import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { v4 } from 'uuid'
import type { BePresent } from '#contract/events.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { send } from '#web/api/http.ts'
import { readAccessToken } from '#web/api/session/session.ts'
import { postOnUnload } from '#web/api/stream.ts'
import { usePresent } from './presence.ts'

const tab = v4()
/** The server forgets people whose presence is not renewed for 20 s. */
const renewalMs = 8000
/** After this pause, a person counts as no longer typing. */
const typingPauseMs = 4000

/** Reports that this person has an enquiry open, and perhaps its form. Returns the others who have it open. */
export function usePresence(
  userId: string | undefined,
  enquiry: string,
  screen: BePresent['screen'],
  isEditing = false,
) {
  const { isTyping, noteTyping } = useTyping()
  useEffect(() => {
    const report = () => {
      if (!document.hidden) void bePresent({ tab, enquiry, screen, isTyping, isEditing })
    }
    report()
    const timer = window.setInterval(report, renewalMs)
    document.addEventListener('visibilitychange', report)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
    }
  }, [enquiry, screen, isTyping, isEditing])
  useEffect(() => {
    const gone: BePresent = { tab, enquiry: null, screen, isTyping: false, isEditing: false }
    const leave = () => postOnUnload(apiPaths.presence, readAccessToken(), gone)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of enquiry is the trigger, not an input
  }, [enquiry, screen])
  const everyone = usePresent(enquiry)
  const others = useMemo(() => everyone.filter(({ _id }) => _id !== userId), [everyone, userId])
  return { others, noteTyping }
}

async function bePresent(presence: BePresent) {
  try {
    await send({ url: apiPaths.presence, method: 'POST', body: presence, background: true, quiet: true })
  } catch (error) {
    // The next renewal reports it.
    console.debug('Presence was not reported', error)
  }
}

function useTyping() {
  const [isTyping, setIsTyping] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const noteTyping = useCallback(() => {
    setIsTyping(true)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setIsTyping(false), typingPauseMs)
  }, [])
  return { isTyping, noteTyping }
}
