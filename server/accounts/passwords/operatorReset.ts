import { ForgotPassword } from '#contract/team.ts'
import { resetUrl } from '#server/accounts/accountMails.ts'
import type { Config } from '#server/config.ts'
import { requireUsable } from '#server/database/connecting/requireUsable.ts'
import { openDatabase } from '#server/database/database.ts'
import { makeResets } from './passwordReset.ts'

/** Prints a one-time link to a new password, for the operator to pass on. */
export async function printResetLink(
  { database, port, publicUrl }: Pick<Config, 'database' | 'port' | 'publicUrl'>,
  given: string,
  print: (line: string) => void,
) {
  const parsed = ForgotPassword.safeParse({ email: given })
  if (!parsed.success) throw new Error(`“${given}” is not an email address.`)
  const db = openDatabase(await requireUsable(database!), 1)
  try {
    const resets = await db.begin((tx) => makeResets(tx, parsed.data.email, { maxActive: Infinity }))
    if (resets.length === 0) throw new Error(`No active account has the address ${parsed.data.email}.`)
    const origin = publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`
    for (const { name, companyName, token, expiresAt } of resets) {
      print(`For ${name} at ${companyName}. Works once, until ${expiresAt.toLocaleString()}:`)
      print(resetUrl(origin, token))
    }
  } finally {
    await db.end()
  }
}
