import { z } from 'zod'
import { serverNow } from './clock.ts'

const Claims = z.object({ exp: z.number(), iat: z.number().optional() })

/** When the token ends, in milliseconds since 1970; a token that does not say so never ends by itself. */
export function expiryOf(token: string) {
  const { exp } = claimsOf(token)
  return exp * 1000
}

/** When the server made the token, in milliseconds since 1970. */
export function issueOf(token: string) {
  const { iat } = claimsOf(token)
  return iat && iat * 1000
}

function claimsOf(token: string): z.infer<typeof Claims> {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return Claims.parse(JSON.parse(window.atob(payload)))
  } catch {
    return { exp: Infinity }
  }
}

/** Whether the token has `lead` milliseconds or less left to live. */
export function isEnding(token: string, lead = 0) {
  return expiryOf(token) - serverNow() <= lead
}
