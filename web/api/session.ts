import type { SignedIn, User } from '#contract/accounts.ts'

const tokenKey = 'accessToken'
const userKey = 'userData'
const listeners = new Set<() => void>()
let hasLoggedOut = false
let lastUser: string | undefined

window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  // In another tab everything was cleared, or somebody signed in.
  if (key === null) hasLoggedOut = true
  else if (key === userKey && newValue !== null) hasLoggedOut = false
  else if (key === userKey) lastUser = parseUser(oldValue)?._id
})

export function readAccessToken() {
  return window.localStorage.getItem(tokenKey)
}

/** Nobody when nothing is stored, or something that is not a user. */
export function readUserData(): User | null {
  return parseUser(window.localStorage.getItem(userKey))
}

function parseUser(text: string | null): User | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return isUser(stored) ? stored : null
  } catch {
    return null
  }
}

/** Enough of one to show a page, until the start-up has fetched the profile; the schema would come with all others. */
function isUser(stored: any): stored is User {
  const { _id, name, email, role, company } = stored ?? {}
  return [_id, name, email, role, company?.companyName].every((field) => typeof field === 'string')
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

/** Logging out leaves nothing behind for whoever sits down next. */
export function clearStorage() {
  hasLoggedOut = true
  window.localStorage.clear()
  announce()
}

/** Whether the session was left by the person's own wish: the next one does not begin where this one was. */
export function wasLoggedOut() {
  return hasLoggedOut
}

/** Whose session ended last, not by their own wish, since this page was opened. */
export function whoseEnded() {
  return lastUser
}

/** Calls back when the session changes, in this tab or in another one. */
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
