import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'

/** Iterations per attempt, and attempts: about two seconds of a laptop's time. Checking a solution takes one attempt. */
const cost = 5000
const attempts = { from: 300, to: 600 }
const validSeconds = 24 * 3600

function secretsFor(secrets: LinkSecrets) {
  return {
    hmacSignatureSecret: secrets.signatureOf('proof of work'),
    hmacKeySignatureSecret: secrets.signatureOf('key of a proof of work'),
  }
}

/** A challenge for one form as JSON. A form is accepted once, and so is its solution. */
export async function newChallenge(secrets: LinkSecrets, formKey: string) {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(attempts.from, attempts.to),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + validSeconds,
    data: { form: formKey },
    ...secretsFor(secrets),
  })
  return JSON.stringify(challenge)
}

/** Whether a visitor's browser has solved the challenge of this form. */
export async function hasSolved(secrets: LinkSecrets, formKey: string, solution: string | undefined) {
  const payload = parsePayload(solution)
  if (payload?.challenge.parameters.data?.form !== formKey || payload.challenge.parameters.cost !== cost) return false
  const { challenge, solution: solved } = payload
  try {
    const result = await verifySolution({ challenge, solution: solved, deriveKey, ...secretsFor(secrets) })
    return result.verified
  } catch {
    return false
  }
}

function parsePayload(solution = ''): (Payload & { challenge: Challenge }) | undefined {
  try {
    const payload = JSON.parse(Buffer.from(solution, 'base64').toString()) as Payload
    return typeof payload.challenge.parameters.cost === 'number' && payload.solution ? payload : undefined
  } catch {
    return undefined
  }
}
