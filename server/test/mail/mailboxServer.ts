import { openDatabase } from '#server/database/database.ts'
import { MailboxReader } from '#server/mail/receiving/mailboxReader.ts'
import { openDiskStorage } from '#server/storage/diskStorage.ts'

const times = { pollMs: 100, leaseMs: 300, claimMs: 50, stallMs: 20_000, firstPauseMs: 10, maxPauseMs: 100 }
const log = { warn: () => undefined } as never

/** Reads a mailbox until the process is killed. Called in a child process. */
export async function readMailbox(connection: string, folder: string, imapUrl: string) {
  const db = openDatabase(JSON.parse(connection), 3)
  const storage = await openDiskStorage(folder)
  new MailboxReader(
    { db, storage },
    imapUrl,
    log,
    { ownerOf: async () => 'desk@desk.test', onReceived: () => undefined },
    times,
  ).start()
  return null
}
