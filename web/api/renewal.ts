import { SignedIn } from '#contract/accounts.ts'
import { noteServerTime, serverNow } from './clock.ts'
import { endSession } from './endSession.ts'
import type { Failure } from './errors.ts'
import { counted } from './loading.ts'
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
const lockName = 'accessToken'
const longestTimer = 2 ** 31 - 1
/** How long what another tab has stored may take to be seen by this one, in milliseconds. */
const storageTimeoutMs = 2000

let renewal: Promise<string> | undefined
let known = readAccessToken()

/** A token to use instead of `stale`. However many ask, in however many tabs, one renewal is made. */
export function renewToken(stale: string): Promise<string> {
  renewal ??= renewedOnce(stale).finally(() => (renewal = undefined))
  return renewal
}

/** Each renewal spends its refresh token; a second one with the same would end the session. */
async function renewedOnce(stale: string): Promise<string> {
  const { locks } = navigator
  // Locks exist on secure origins only; without them the tabs of a browser are on their own.
  if (!locks) return renewedFrom(stale)
  const renewed = await locks.request(lockName, { ifAvailable: true }, (lock) => lock && renewedFrom(stale))
  return renewed ?? locks.request(lockName, () => renewedByAnother(stale))
}

async function renewedByAnother(stale: string) {
  await changedFrom(stale)
  return renewedFrom(stale)
}

/**
 * Another tab is done renewing; its lock may be free before what it has stored is seen by this one. If nothing comes
 * in a while, it could not renew.
 */
function changedFrom(stale: string) {
  return new Promise<void>((resolve) => {
    const look = () => {
      if (readAccessToken() !== stale) settle()
    }
    const settle = () => {
      stopWatching()
      window.clearTimeout(timer)
      resolve()
    }
    const stopWatching = watchSession(look)
    const timer = window.setTimeout(settle, storageTimeoutMs)
    look()
  })
}

async function renewedFrom(stale: string) {
  const current = currentToken()
  if (!current) throw sessionEnded
  if (current !== stale && !isEnding(current)) return current
  if (apiSettings.tokenExpiration === 'logout') throw sessionEnded
  const { data } = await counted(true, () => transmit({ url: '/auth/refresh', method: 'POST' }, null))
  const session = SignedIn.parse(data)
  saveSession(session)
  return session.accessToken
}

/** The token to send with a request, renewed in time; none when nobody is signed in. */
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

/** One that this tab has not seen before was made just now: by a wrong clock on this side it might look old already. */
function currentToken() {
  const token = readAccessToken()
  if (token && token !== known) noteServerTime(issueOf(token))
  known = token
  return token
}

/** A token that will not be renewed is used to its last second. */
function lead() {
  return apiSettings.tokenExpiration === 'refreshToken' ? apiSettings.renewalLead : 0
}

/** Renews the token shortly before it ends, also while no request is made. Returns how to stop. */
export function keepRenewed() {
  let timer: number | undefined
  const schedule = () => {
    window.clearTimeout(timer)
    const token = currentToken()
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
