import type { Transport } from 'nodemailer'

/** A mail that was caught instead of sent. */
export type CaughtMail = { to: string; from: string; subject: string; text: string; at: Date }

/** The newest mails are kept, in memory. */
const kept = 200

/** Catches the mails of a demo or a developer's server, which have no mail server. */
export class CaughtMails {
  readonly newestFirst: CaughtMail[] = []

  /** A transport of nodemailer. */
  readonly transport: Transport = {
    name: 'caught mails',
    version: '1',
    send: ({ data, message }, done) => {
      const { to = [], from = [] } = message.getAddresses()
      const mail = { to: shown([to].flat()), from: shown([from].flat()), at: new Date() }
      this.newestFirst.unshift({
        ...mail,
        subject: data.subject ?? '',
        text: typeof data.text === 'string' ? data.text : '',
      })
      this.newestFirst.splice(kept)
      done(null, { envelope: message.getEnvelope(), messageId: message.messageId() })
    },
  }
}

function shown(addresses: { name?: string; address?: string }[]) {
  return addresses.map(({ name, address = '' }) => (name ? `${name} <${address}>` : address)).join(', ')
}
