import { serverNow } from './clock.ts'

interface Claims {
  exp: number
  iat?: number
}

/** When the token expires, in milliseconds since 1970; `Infinity` without a readable `exp` (RFC 7519, 4.1.4). */
export function expiryOf(token: string) {
  const { exp } = claimsOf(token)
  return exp * 1000
}

/** When the server issued the token, in milliseconds since 1970. */
export function issueOf(token: string) {
  const { iat } = claimsOf(token)
  return iat && iat * 1000
}

function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { exp, iat }: Record<keyof Claims, unknown> = JSON.parse(window.atob(payload))
    if (typeof exp !== 'number') return { exp: Infinity }
    return { exp, iat: typeof iat === 'number' ? iat : undefined }
  } catch {
    return { exp: Infinity }
  }
}

/** Whether the token expires within `lead` milliseconds. */
export function isEnding(token: string, lead = 0) {
  return expiryOf(token) - serverNow() <= lead
}
