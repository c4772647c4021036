import { expect } from 'vitest'
import type { TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

/**
 * The ids of the mails that wait in the outbox of an app whose mail server does not run. Resolves once the mailer has tried to
 * send each of them, because it removes those that nobody needs any more.
 */
export function unsentMails({ db }: TestApp) {
  return waitFor(async () => {
    const mails = await db<{ id: string; lastError: string | null }[]>`
      select id, last_error from mail_outbox order by id`
    expect(mails.filter(({ lastError }) => lastError === null)).toEqual([])
    return mails.map(({ id }) => id)
  })
}
