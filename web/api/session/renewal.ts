import { apiPaths } from '#web/api/apiPaths.ts'
import { unreachable, type Failure } from '#web/api/errors.ts'
import { counted } from '#web/api/loading.ts'
import { apiSettings } from '#web/api/settings.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { transmit } from '#web/api/transport.ts'
import { noteServerTime, serverNow } from './clock.ts'
import { endSession } from './endSession.ts'
import { toSession, readAccessToken, saveSession, watchSession } from './session.ts'
import { expiryOf, isEnding, issueOf } from './tokens.ts'

export const sessionEnded: Failure = {
  status: 401,
  code: 'unauthenticated',
  message: 'Your session has ended. Sign in again',
}
const lockName = 'accessToken'
/** The longest delay of `setTimeout`, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1
/** How long another tab's write to local storage may take to reach this tab, in milliseconds. */
const storageTimeoutMs = 2000

let renewal: Promise<string> | undefined
let known = readAccessToken()

/** A token to use instead of `stale`. All callers in all tabs share one renewal. */
export function renewToken(stale: string): Promise<string> {
  renewal ??= renewedOnce(stale).finally(() => (renewal = undefined))
  return renewal
}

/** A refresh token works once: a second renewal with the same token would end the session. */
async function renewedOnce(stale: string): Promise<string> {
  const { locks } = navigator
  // Web Locks exist on secure origins only; elsewhere each tab renews for itself.
  if (!locks) return renewedFrom(stale)
  const renewed = await locks.request(lockName, { ifAvailable: true }, (lock) => lock && renewedFrom(stale))
  return renewed ?? locks.request(lockName, () => renewedByAnother(stale))
}

async function renewedByAnother(stale: string) {
  await changedFrom(stale)
  return renewedFrom(stale)
}

/**
 * Waits for the token of another tab, whose lock may be free before its write to local storage is visible here. If no
 * token appears in time, that tab could not renew.
 */
function changedFrom(stale: string) {
  return new Promise<void>((resolve) => {
    const check = () => {
      if (readAccessToken() !== stale) settle()
    }
    const settle = () => {
      stopWatching()
      window.clearTimeout(timer)
      resolve()
    }
    const stopWatching = watchSession(check)
    const timer = window.setTimeout(settle, storageTimeoutMs)
    check()
  })
}

async function renewedFrom(stale: string) {
  const current = currentToken()
  if (!current) throw sessionEnded
  if (current !== stale && !isEnding(current)) return current
  if (apiSettings.tokenExpiration === 'logout') throw sessionEnded
  const { data } = await counted(true, () =>
    transmit({ url: apiPaths.refresh, method: 'POST', isPublic: true }, current),
  )
  const session = toSession(data)
  if (!session) throw unreachable
  saveSession(session)
  return session.accessToken
}

/** The token to send with a request, renewed if necessary; null without a session. */
export async function usableToken() {
  const token = currentToken()
  if (!token || !isEnding(token, lead())) return token
  try {
    return await renewToken(token)
  } catch (error) {
    if (isEnding(token) || toFailure(error).status === 401) throw error
    return token
  }
}

/** A token that is new to this tab has just been issued, so it shows the server's time even if this device's clock is wrong. */
function currentToken() {
  const token = readAccessToken()
  if (token && token !== known) noteServerTime(issueOf(token))
  known = token
  return token
}

/** Without renewal, a token is used until it expires. */
function lead() {
  return apiSettings.tokenExpiration === 'refreshToken' ? apiSettings.renewalLead : 0
}

/** Renews the token shortly before it expires, also while there are no requests. Returns a function that stops this. */
export function keepRenewed() {
  let timer: number | undefined
  const schedule = () => {
    window.clearTimeout(timer)
    const token = currentToken()
    if (!token) return
    const wait = expiryOf(token) - serverNow() - lead()
    if (wait > longestTimerMs) return
    timer = window.setTimeout(() => void renewInTime(), Math.max(wait, 1000))
  }
  const stopWatching = watchSession(schedule)
  schedule()
  return () => {
    stopWatching()
    window.clearTimeout(timer)
  }
}

async function renewInTime() {
  try {
    await usableToken()
  } catch (error) {
    // If the server cannot be reached, the next request renews; only a refusal ends the session.
    const { status, message } = toFailure(error)
    if (status === 401) endSession(message)
  }
}
