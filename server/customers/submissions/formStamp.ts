import { randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'

/** The hidden fields of the form: its own key, when the page was made, and a signature of both. */
const Stamp = z.object({ key: z.uuid(), at: z.string().regex(/^\d{1,16}$/), signature: z.string().max(100) })
type Stamp = z.infer<typeof Stamp>

/** Nobody fills in the form faster. */
const minMs = 3000
/** Forms that are open for longer are sent from a new page, which keeps what was typed. */
const maxMs = 24 * 3600 * 1000

export function newStamp(secrets: LinkSecrets, slug: string, key: string = randomUUID()): Stamp {
  const at = String(Date.now())
  return { key, at, signature: secrets.signatureOf(`form ${slug} ${key} ${at}`) }
}

/** The key of the form, or why its stamp cannot be used. */
export function readStamp(secrets: LinkSecrets, slug: string, fields: Record<string, string>) {
  const stamp = Stamp.safeParse(fields)
  if (!stamp.success) return { problem: 'expired' as const }
  const { key, at, signature } = stamp.data
  const expected = Buffer.from(secrets.signatureOf(`form ${slug} ${key} ${at}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { problem: 'expired' as const }
  const age = Date.now() - Number(at)
  if (age > maxMs) return { key, problem: 'expired' as const }
  return age < minMs ? { key, problem: 'tooFast' as const } : { key }
}
