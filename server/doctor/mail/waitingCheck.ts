import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { readableAge } from '#server/doctor/readableAge.ts'
import { type DatabaseState, readDatabaseState } from '#server/metrics/databaseState.ts'
import { commandLine } from '#server/projectRoot.ts'

const mail = findingsOn('mail')
const jobs = findingsOn('jobs')

/** In seconds, as in the alert rules. */
const maxEmailAge = 1800
const maxMailboxAge = 600
const maxJobAge = 3600
const maxRefused = 10

/** Emails and bulk changes that wait too long in the database. */
export async function checkWaiting(db: Db, { imapUrl, smtpUrl }: Config): Promise<Finding[]> {
  const [found] = await db<{ isThere: boolean }[]>`select to_regclass('incoming_mail') is not null as is_there`
  // The check of the database says that it is empty, or that its schema is old.
  if (!found!.isThere) return []
  const state = await readDatabaseState(db, imapUrl)
  const unowned = await checkUnowned(db)
  return [...judgeOutbox(state, smtpUrl !== undefined), ...judgeReceived(state), ...unowned, ...judgeJobs(state)]
}

async function checkUnowned(db: Db) {
  const [found] = await db<{ count: number }[]>`
    select count(*)::int as count from incoming_mail where company_id is null and state = 'held'`
  const { count } = found!
  if (count === 0) return []
  const fact = `${count} received email${count === 1 ? ' names' : 's name'} no company.`
  return [mail.warning(fact, 'Give each to its company on the page /operator, which OPERATORS may open.')]
}

function judgeOutbox({ emails }: DatabaseState, isSending: boolean) {
  const waiting = emails.reduce((sum, each) => sum + each.waiting, 0)
  const refused = emails.reduce((sum, each) => sum + each.refused, 0)
  const oldest = Math.max(...emails.map(({ oldestAge }) => oldestAge))
  const found: Finding[] = []
  if (oldest > maxEmailAge && isSending) {
    const fact = `${waiting} email${waiting === 1 ? ' waits' : 's wait'} to be sent, the oldest one for ${readableAge(oldest)}.`
    found.push(
      mail.problem(
        fact,
        'Check that a server runs and reaches the mail server. Its log has “a mail was not accepted”.',
      ),
    )
  }
  if (refused >= maxRefused) {
    const next = 'Look in the log for “permanently rejected”, and check SPF, DKIM and MAIL_FROM.'
    found.push(mail.warning(`The mail server has refused ${refused} emails for good.`, next))
  }
  if (found.length > 0) return found
  return [mail.ok(`Emails that wait to be sent: ${waiting}; refused for good: ${refused}.`)]
}

function judgeReceived({ received, mailboxAge }: DatabaseState) {
  const found: Finding[] = []
  if (mailboxAge !== undefined && mailboxAge > maxMailboxAge) {
    const next = `Check that a server runs with IMAP_URL, and its log. ${commandLine('mail:check')} says where it gets stuck.`
    found.push(mail.problem(`The mailbox of customers has not been read for ${readableAge(mailboxAge)}.`, next))
  }
  if (received.oldestAge > maxEmailAge) {
    const called = received.count === 1 ? 'received email is' : 'received emails are'
    const fact = `${received.count} ${called} not filed, the oldest one for ${readableAge(received.oldestAge)}.`
    found.push(
      mail.warning(
        fact,
        'Look for “could not be filed” in the log of the server. They are filed once disk, database and storage work.',
      ),
    )
  }
  return found
}

function judgeJobs({ jobs: { waiting, running, failing, oldestAge } }: DatabaseState) {
  const unfinished = waiting + running + failing
  if (failing > 0) {
    const fact = `${failing} bulk change${failing === 1 ? ' fails and is' : 's fail and are'} tried again.`
    return [jobs.warning(fact, 'Look for “a batch of a job failed” in the log of the server.')]
  }
  if (oldestAge > maxJobAge) {
    const fact = `A bulk change is not finished after ${readableAge(oldestAge)}.`
    return [jobs.warning(fact, 'Check that a server runs, and look for locks in the database.')]
  }
  return [jobs.ok(unfinished === 0 ? 'No bulk change waits.' : `Bulk changes in progress: ${unfinished}.`)]
}
