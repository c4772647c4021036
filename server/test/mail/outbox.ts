import { expect } from 'vitest'
import type { TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

/**
 * The ids of the mails in the outbox of a server whose mail server does not run, after it has tried to send each: it removes
 * those that nobody needs any more, and repeats the others.
 */
export function unsentMails({ db }: TestApp) {
  return waitFor(async () => {
    const mails = await db<{ id: string; lastError: string | null }[]>`
      select id, last_error from mail_outbox order by id`
    expect(mails.filter(({ lastError }) => lastError === null)).toEqual([])
    return mails.map(({ id }) => id)
  })
}
