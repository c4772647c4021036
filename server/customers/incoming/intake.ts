import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import { findForm } from '#server/customers/form/customerForm.ts'
import { CustomerMails, reportingToCustomers } from '#server/customers/mails/customerMails.ts'
import { findMailThread } from '#server/customers/mails/customerMailStore.ts'
import { Recipients } from '#server/customers/mails/recipients.ts'
import { undeliveredRoutes } from '#server/customers/mails/undeliveredRoutes.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { EventHub } from '#server/events/eventHub.ts'
import type { App } from '#server/http/app.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { MailParser } from '#server/mail/parsing/mailParser.ts'
import { hasRoomToWait } from '#server/mail/receiving/receivedMails.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { FilerServices } from './fileReceived.ts'
import { incomingRoutes } from './incomingRoutes.ts'
import { MailFiler } from './mailFiler.ts'

interface Services {
  config: Config
  db: Db
  storage: Storage
  urls: FileUrls
  linkSecrets: LinkSecrets
  hub: EventHub
}

/** The addresses at which the server receives mail; undefined if it receives none. */
export function recipientsOf({ config, linkSecrets }: Pick<Services, 'config' | 'linkSecrets'>) {
  const { incomingAddress, imapUrl, lmtpListen } = config
  return incomingAddress && (imapUrl || lmtpListen) ? new Recipients(incomingAddress, linkSecrets) : undefined
}

/** Receives and files the mails of customers, if the server is set up to, and serves what people decide about them. */
export async function receiveMails(app: App, services: Services, mailer: Mailer, notifier: Notifier) {
  const { config, db, hub } = services
  const recipients = recipientsOf(services)
  const mails = new CustomerMails(mailer)
  const parser = new MailParser()
  app.addHook('onClose', () => parser.close())
  const filing = {
    ...services,
    mails,
    parser,
    notifier: reportingToCustomers(notifier, mails),
    quota: config.storageQuota,
    recipients,
  }
  const filer = recipients && fileReceivedMails(app, { ...filing, recipients }, mailer)
  const wake = () => filer?.wake()
  if (recipients && config.imapUrl) {
    const { MailboxReader } = await import('#server/mail/receiving/mailboxReader.ts')
    const reader = new MailboxReader(services, config.imapUrl, app.log, {
      ownerOf: (addresses) => findOwner(db, recipients, addresses),
      onReceived: wake,
    })
    app.addHook('onReady', async () => reader.start())
    app.addHook('onClose', () => reader.stop())
  }
  if (recipients && config.lmtpListen) {
    const check = (address: string, size: number) => checkRecipient(db, recipients, address, size)
    const { LmtpServer } = await import('#server/mail/receiving/lmtpServer.ts')
    const lmtp = new LmtpServer(services, config.lmtpListen, app.log, { check, onReceived: wake })
    app.addHook('onReady', () => lmtp.start())
    app.addHook('onClose', () => lmtp.stop())
  }
  incomingRoutes(app, { ...filing, hub, mailer, wake })
  undeliveredRoutes(app, services, mailer)
}

function fileReceivedMails(app: App, services: FilerServices & Services, mailer: Mailer) {
  const filer = new MailFiler(services, app.log, (companyId) => {
    services.hub.changed(companyId)
    mailer.wake()
  })
  app.addHook('onReady', async () => filer.start())
  app.addHook('onClose', () => filer.stop())
  return filer
}

/** A sender may name any number of our addresses. Only the first ones are looked up. */
const maxNamed = 10

/**
 * The address of a thread, or else of a company, that a mail names. Any other address under the mailbox's own counts as
 * that one, because senders could invent a new one for each mail.
 */
export async function findOwner(db: Db, recipients: Recipients, addresses: string[]) {
  const own = addresses.filter((address) => recipients.has(address)).slice(0, maxNamed)
  for (const kind of ['mail', 'company']) {
    for (const address of own.filter((each) => recipients.read(each)?.kind === kind)) {
      if (await isKnown(db, recipients, address)) return address
    }
  }
  return recipients.address.toLowerCase()
}

async function checkRecipient(db: Db, recipients: Recipients, address: string, size: number) {
  if (!(await isKnown(db, recipients, address))) return 'unknown'
  return (await hasRoomToWait(db, address.toLowerCase(), size)) ? 'known' : 'full'
}

/** Whether a mail to an address can belong to a company. */
async function isKnown(db: Db, recipients: Recipients, address: string) {
  const named = recipients.read(address)
  if (!named) return recipients.has(address)
  return (await (named.kind === 'mail' ? findMailThread(db, named.id) : findForm(db, named.slug))) !== undefined
}
