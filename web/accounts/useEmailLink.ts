import { useCallback, useEffect, useState } from 'react'
import { EmailLinkState } from '#contract/emailLinks.ts'
import { isFailure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'
import { tellNews } from '#web/events/news.ts'

type Known = EmailLinkState | 'unknown' | 'failed'

/** What a link from a mail does; it is only used when the person says so, because mail scanners open links too. */
export function useEmailLink(token: string) {
  const [known, setKnown] = useState<Known>()
  const look = useCallback(async () => {
    try {
      setKnown(await ask('/auth/email-links/state', token))
    } catch (error) {
      const isUnknown = isFailure(error) && (error.code === 'not-found' || error.code === 'invalid')
      setKnown(isUnknown ? 'unknown' : 'failed')
    }
  }, [token])
  // oxlint-disable-next-line react/set-state-in-effect -- it is set once the answer has come
  useEffect(() => void look(), [look])
  const retry = () => {
    setKnown(undefined)
    void look()
  }
  return { known, retry, ...useUse(token, known, setKnown) }
}

function useUse(token: string, known: Known | undefined, onKnown: (known: Known) => void) {
  const [isUsing, setIsUsing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const use = async () => {
    if (isUsing || typeof known !== 'object') return
    setIsUsing(true)
    setProblem(undefined)
    try {
      onKnown(await ask('/auth/email-links', token))
      // A session in this browser may belong to the account: its profile has changed, or the session is over.
      tellNews(null)
    } catch (error) {
      if (!isFailure(error)) throw error
      if (error.code === 'not-found') onKnown({ ...known, state: 'expired' })
      else if (error.code === 'conflict') onKnown({ ...known, state: 'claimed' })
      else setProblem(error.message)
    } finally {
      setIsUsing(false)
    }
  }
  return { isUsing, problem, use: () => void use() }
}

async function ask(url: string, token: string) {
  const { data } = await send({ url, method: 'POST', body: { token }, anonymous: true, quiet: true })
  return EmailLinkState.parse(data)
}
