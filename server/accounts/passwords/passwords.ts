import { hash, verify } from '@node-rs/argon2'

// The library uses Argon2id. Memory (in KiB) and passes follow the OWASP Password Storage Cheat Sheet.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string) {
  return hash(password, cost)
}

/** A salt and a hash of zeros, with the same cost. Hashing a real password would keep one core busy at each start. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Takes as long for an unknown person (no hash) as for a wrong password, so that callers cannot tell the two apart. */
export async function isCorrectPassword(passwordHash: string | undefined, password: string) {
  const isMatch = await verify(passwordHash ?? dummyHash, password)
  return isMatch && passwordHash !== undefined
}
