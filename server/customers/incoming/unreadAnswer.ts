import type { Config } from '#server/config.ts'
import { writeLetter } from '#server/mail/letter.ts'
import type { WriteLetter } from '#server/mail/mailer.ts'

/** The mailer finds the function that writes the letter under this name. */
export const unreadAnswerPurpose = 'unread answer'

/** Tells a user that nobody gets an answer to a notification or to another of our mails. */
export function writeUnreadAnswer({ config }: { config: Config }): WriteLetter {
  return async () =>
    writeLetter({
      subject: 'Nobody has read your answer',
      greeting: 'Hello,',
      paragraphs: [
        `You have answered an email that ${config.appName} sent to you. Nobody reads these answers.`,
        'Neither colleagues nor customers got yours. Your own mailbox has a copy of it.',
        `Open the enquiry in ${config.appName}, and write your reply or note there.`,
      ],
      actions: config.publicUrl === undefined ? [] : [{ label: `Open ${config.appName}`, url: config.publicUrl }],
      notes: [],
      signature: config.appName,
    })
}
