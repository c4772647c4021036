import { ForgotPassword } from '#contract/team.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { resetUrl } from './accountMails.ts'
import { makeReset } from './passwordReset.ts'

/** Prints a one-time link to a new password, for the operator to pass on. */
export async function printResetLink(given: string) {
  const parsed = ForgotPassword.safeParse({ email: given })
  if (!parsed.success) throw new Error(`“${given}” is not an email address.`)
  const { database, port, publicUrl } = readConfig(process.env)
  const db = openDatabase(database!, 1)
  try {
    const made = await db.begin((tx) => makeReset(tx, parsed.data.email, { most: Infinity }))
    if (!made) throw new Error(`Nobody with the address ${parsed.data.email} may sign in here.`)
    const { person, reset } = made
    console.log(`For ${person.name}, good once, until ${reset.expiresAt.toLocaleString()}:`)
    console.log(resetUrl(publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`, reset.token))
  } finally {
    await db.end()
  }
}
