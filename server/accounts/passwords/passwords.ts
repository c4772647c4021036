import { hash, verify } from '@node-rs/argon2'

// Argon2id by default; memory (KiB) and passes as OWASP recommends them.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string) {
  return hash(password, cost)
}

const nobodysHash = hashPassword('the password of nobody')

/** Takes as long for an unknown person (no hash) as for a wrong password, so that neither can be told apart. */
export async function isRightPassword(passwordHash: string | undefined, password: string) {
  const isMatch = await verify(passwordHash ?? (await nobodysHash), password)
  return isMatch && passwordHash !== undefined
}
