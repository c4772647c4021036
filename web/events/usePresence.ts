import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { v4 } from 'uuid'
import type { BePresent } from '#contract/events.ts'
import { send } from '#web/api/http.ts'
import { readAccessToken } from '#web/api/session.ts'
import { tellInPassing } from '#web/api/stream.ts'
import { usePresent } from './presence.ts'

const tab = v4()
/** Being there is renewed this often, in milliseconds; the server forgets who is silent for longer. */
const renewal = 8000
/** Who pauses this long, in milliseconds, is not writing any more. */
const typingPause = 4000

/** Tells the others that this person looks at an enquiry, and tells who else does. */
export function usePresence(userId: string | undefined, enquiry: string, screen: BePresent['screen']) {
  const { isTyping, noteTyping } = useTyping()
  useEffect(() => {
    const tell = () => {
      if (!document.hidden) void bePresent({ tab, enquiry, screen, isTyping })
    }
    tell()
    const timer = window.setInterval(tell, renewal)
    document.addEventListener('visibilitychange', tell)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [enquiry, screen, isTyping])
  useEffect(() => {
    const gone: BePresent = { tab, enquiry: null, screen, isTyping: false }
    const leave = () => tellInPassing('/presence', readAccessToken(), gone)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another enquiry is why, not with what
  }, [enquiry, screen])
  const everybody = usePresent(enquiry)
  const others = useMemo(() => everybody.filter(({ _id }) => _id !== userId), [everybody, userId])
  return { others, noteTyping }
}

async function bePresent(presence: BePresent) {
  try {
    await send({ url: '/presence', method: 'POST', body: presence, background: true, quiet: true })
  } catch (error) {
    // It is told again in a moment.
    console.debug('Presence was not told', error)
  }
}

function useTyping() {
  const [isTyping, setIsTyping] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const noteTyping = useCallback(() => {
    setIsTyping(true)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setIsTyping(false), typingPause)
  }, [])
  return { isTyping, noteTyping }
}
