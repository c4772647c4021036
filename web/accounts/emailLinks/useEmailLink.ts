import { useEffect, useState } from 'react'
import { EmailLinkState } from '#contract/emailLinks.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { isFailure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'
import { publishNews } from '#web/events/news.ts'

type LinkResult = EmailLinkState | 'unknown' | 'unchecked'

/** Looks up a link from a mail. Only a press of the button uses it, because mail scanners open links too. */
export function useEmailLink(token: string) {
  const [link, setLink] = useState<LinkResult>()
  useEffect(() => void lookUp(token).then(setLink), [token])
  const retry = () => {
    setLink(undefined)
    void lookUp(token).then(setLink)
  }
  return { link, retry, ...useUse(token, link, setLink) }
}

async function lookUp(token: string): Promise<LinkResult> {
  try {
    return await post(apiPaths.emailLinkState, token)
  } catch (error) {
    if (!isFailure(error)) throw error
    return error.code === 'not-found' || error.code === 'invalid' ? 'unknown' : 'unchecked'
  }
}

function useUse(token: string, link: LinkResult | undefined, onResult: (link: LinkResult) => void) {
  const [isUsing, setIsUsing] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const use = async () => {
    if (isUsing || typeof link !== 'object') return
    setIsUsing(true)
    setHasFailed(false)
    try {
      onResult(await post(apiPaths.emailLinks, token))
      // This browser may have a session of the account, whose profile has changed or which has just ended.
      publishNews(null)
    } catch (error) {
      if (!isFailure(error)) throw error
      if (error.code === 'not-found') onResult({ ...link, state: 'expired' })
      else if (error.code === 'conflict') onResult({ ...link, state: 'claimed' })
      else setHasFailed(true)
    } finally {
      setIsUsing(false)
    }
  }
  return { isUsing, hasFailed, use: () => void use() }
}

async function post(url: string, token: string) {
  const { data } = await send({ url, method: 'POST', body: { token }, isPublic: true })
  return EmailLinkState.parse(data)
}
