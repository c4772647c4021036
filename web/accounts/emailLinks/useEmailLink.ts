import { useEffect, useState } from 'react'
import { EmailLinkState } from '#contract/emailLinks.ts'
import { isFailure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'
import { publishNews } from '#web/events/news.ts'

/** Why the link could not be checked, in words for the person. */
interface NotChecked {
  reason: string
}

type Known = EmailLinkState | 'unknown' | NotChecked

/** Looks up a link from a mail. It is only used when the person says so, because mail scanners open links too. */
export function useEmailLink(token: string) {
  const [known, setKnown] = useState<Known>()
  useEffect(() => void lookAt(token).then(setKnown), [token])
  const retry = () => {
    setKnown(undefined)
    void lookAt(token).then(setKnown)
  }
  return { known, retry, ...useUse(token, known, setKnown) }
}

async function lookAt(token: string): Promise<Known> {
  try {
    return await ask('/auth/email-links/state', token)
  } catch (error) {
    if (!isFailure(error)) throw error
    if (error.code === 'not-found' || error.code === 'invalid') return 'unknown'
    const isLost = error.code === 'unreachable'
    return { reason: isLost ? 'Check your connection. The link has not been used yet.' : error.message }
  }
}

function useUse(token: string, known: Known | undefined, onKnown: (known: Known) => void) {
  const [isUsing, setIsUsing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const use = async () => {
    if (isUsing || typeof known !== 'object' || !('state' in known)) return
    setIsUsing(true)
    setProblem(undefined)
    try {
      onKnown(await ask('/auth/email-links', token))
      // A session in this browser may belong to the account: its profile has changed, or the session is over.
      publishNews(null)
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
