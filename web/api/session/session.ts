import type { SignedIn, User } from '#contract/accounts.ts'
import { isRole } from '#contract/accounts/roles.ts'

const tokenKey = 'accessToken'
const userKey = 'userData'
const listeners = new Set<() => void>()
const endListeners = new Set<() => void>()
let hasLoggedOut = false
let lastUser: string | undefined

window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  // A null key means that another tab cleared everything: someone signed out.
  if (key === null) hasLoggedOut = true
  else if (key === userKey && newValue !== null) hasLoggedOut = false
  else if (key === userKey) lastUser = parseUser(oldValue)?._id
})

export function readAccessToken() {
  return window.localStorage.getItem(tokenKey)
}

/** The signed-in person; null if nothing valid is stored. */
export function readUserData(): User | null {
  return parseUser(window.localStorage.getItem(userKey))
}

function parseUser(text: string | null): User | null {
  try {
    return toUser(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/**
 * The user, if it has what every page needs, with the defaults of the contract for what the version before did not store or send. The
 * schema would be loaded before the first page, with all others.
 */
export function toUser(given: any): User | null {
  const { _id, name, email, role, company } = given ?? {}
  const isValid = [_id, name, email, company?.companyName].every((field) => typeof field === 'string') && isRole(role)
  return isValid
    ? { isOperator: false, ...given, company: { assignsOnReply: true, enquiryTypes: [], ...company } }
    : null
}

export function toSession(given: any): SignedIn | null {
  const { accessToken, userData } = given ?? {}
  const user = toUser(userData)
  return typeof accessToken === 'string' && user ? { accessToken, userData: user } : null
}

export function isSignedIn() {
  return readAccessToken() !== null && readUserData() !== null
}

export function saveUserData(userData: User) {
  hasLoggedOut = false
  lastUser = undefined
  window.localStorage.setItem(userKey, JSON.stringify(userData))
  announce()
}

export function saveSession({ accessToken, userData }: SignedIn) {
  window.localStorage.setItem(tokenKey, accessToken)
  saveUserData(userData)
}

export function clearSession() {
  hasLoggedOut = false
  lastUser = readUserData()?._id ?? lastUser
  window.localStorage.removeItem(tokenKey)
  window.localStorage.removeItem(userKey)
  announce()
}

/** Signing out leaves nothing for the next person. */
export function clearStorage() {
  hasLoggedOut = true
  window.localStorage.clear()
  announce()
}

/** Whether the person signed out: the next session then does not start on the same page. */
export function wasLoggedOut() {
  return hasLoggedOut
}

/** The user whose session ended last without signing out, since this page opened. */
export function whoseEnded() {
  return lastUser
}

/** Calls `listener` when the session changes in any tab. Returns a function that stops this. */
export function watchSession(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function announce() {
  for (const listener of listeners) listener()
}

/** Says that the server has ended the session. */
export function announceEnd() {
  for (const listener of endListeners) listener()
}

/** Calls `listener` when the server has ended the session of this tab. Returns a function that stops this. */
export function onSessionEnded(listener: () => void) {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}
