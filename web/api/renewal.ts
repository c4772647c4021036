import { SignedIn } from '#contract/accounts.ts'
import { noteServerTime, serverNow } from './clock.ts'
import { endSession } from './endSession.ts'
import type { Failure } from './errors.ts'
import { readAccessToken, saveSession, watchSession } from './session.ts'
import { apiSettings } from './settings.ts'
import { toFailure } from './toFailure.ts'
import { expiryOf, isEnding, issueOf } from './tokens.ts'
import { transmit } from './transport.ts'

export const sessionEnded: Failure = {
  status: 401,
  code: 'unauthenticated',
  message: 'Your session has ended. Sign in again',
}
const longestTimer = 2 ** 31 - 1

let renewal: Promise<string> | undefined

/** A token to use instead of `stale`. However many ask, in however many tabs, one renewal is made. */
export function renewToken(stale: string): Promise<string> {
  renewal ??= alone(() => renewedFrom(stale)).finally(() => (renewal = undefined))
  return renewal
}

/** Each renewal spends its refresh token; a second one with the same would end the session. */
function alone(renew: () => Promise<string>): Promise<string> {
  // Locks exist on secure origins only; without them the tabs of a browser are on their own.
  return navigator.locks ? navigator.locks.request('accessToken', renew) : renew()
}

async function renewedFrom(stale: string) {
  const current = readAccessToken()
  if (!current) throw sessionEnded
  if (current !== stale && !isEnding(current)) {
    // Another tab got it just now: by a wrong clock on this side it might look old already.
    noteServerTime(issueOf(current))
    return current
  }
  if (apiSettings.tokenExpiration === 'logout') throw sessionEnded
  const { data } = await transmit({ url: '/auth/refresh', method: 'POST', background: true }, null)
  const session = SignedIn.parse(data)
  saveSession(session)
  return session.accessToken
}

/** The token to send with a request, renewed in time; none when nobody is signed in. */
export async function usableToken() {
  const token = readAccessToken()
  if (!token || !isEnding(token, lead())) return token
  try {
    return await renewToken(token)
  } catch (error) {
    if (isEnding(token) || toFailure(error).status === 401) throw error
    return token
  }
}

/** A token that will not be renewed is used to its last second. */
function lead() {
  return apiSettings.tokenExpiration === 'refreshToken' ? apiSettings.renewalLead : 0
}

/** Renews the token shortly before it ends, also while no request is made. Returns how to stop. */
export function keepRenewed() {
  let timer: number | undefined
  let known = readAccessToken()
  const schedule = () => {
    window.clearTimeout(timer)
    const token = readAccessToken()
    if (token && token !== known) noteServerTime(issueOf(token))
    known = token
    if (!token) return
    const wait = expiryOf(token) - serverNow() - lead()
    if (wait > longestTimer) return
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
    // Without the server the next request tries again; its refusal ends the session.
    const { status, message } = toFailure(error)
    if (status === 401) endSession(message)
  }
}
