import type { DatabaseState } from './databaseState.ts'
import type { GaugeOf } from './stateGauges.ts'

/** It is present even while the database does not respond. */
export const databaseGauge: GaugeOf<{ isUp: boolean }> = {
  name: 'enquiry_desk_database_up',
  help: 'Whether the database responded in time (1) or not (0). Without a response, what is in it is absent.',
  values: ({ isUp }) => [{ value: isUp ? 1 : 0 }],
}

/** Emails and jobs that wait in the database. Every server reports the same. */
export const waitingGauges: GaugeOf<DatabaseState>[] = [
  {
    name: 'enquiry_desk_outbox_emails',
    help: 'Emails in the outbox by purpose, at most 10000. The state is waiting, or refused for good by the mail server.',
    labelNames: ['purpose', 'state'],
    values: ({ emails }) =>
      emails.flatMap(({ purpose, waiting, refused }) => [
        { labels: { purpose, state: 'waiting' }, value: waiting },
        { labels: { purpose, state: 'refused' }, value: refused },
      ]),
  },
  {
    name: 'enquiry_desk_outbox_oldest_age_seconds',
    help: 'How long the oldest email that is due has not been sent, by purpose; 0 if none is due.',
    labelNames: ['purpose'],
    values: ({ emails }) => emails.map(({ purpose, oldestAge }) => ({ labels: { purpose }, value: oldestAge })),
  },
  {
    name: 'enquiry_desk_jobs',
    help: 'Unfinished bulk changes, at most 10000. The state is waiting, running, or failing after a failed batch.',
    labelNames: ['state'],
    values: ({ jobs: { waiting, running, failing } }) => [
      { labels: { state: 'waiting' }, value: waiting },
      { labels: { state: 'running' }, value: running },
      { labels: { state: 'failing' }, value: failing },
    ],
  },
  {
    name: 'enquiry_desk_jobs_oldest_age_seconds',
    help: 'Since when the oldest unfinished bulk change exists; 0 if there is none.',
    values: ({ jobs }) => [{ value: jobs.oldestAge }],
  },
  {
    name: 'enquiry_desk_received_emails_waiting',
    help: 'Received emails that are stored and not yet filed, at most 10000.',
    values: ({ received }) => [{ value: received.count }],
  },
  {
    name: 'enquiry_desk_received_emails_oldest_age_seconds',
    help: 'How long the oldest received email has not been filed; 0 if there is none.',
    values: ({ received }) => [{ value: received.oldestAge }],
  },
  {
    name: 'enquiry_desk_mailbox_last_check_age_seconds',
    help: 'The time since the mailbox was last checked with success, or since the first attempt. Absent without IMAP_URL.',
    values: ({ mailboxAge }) => [{ value: mailboxAge }],
  },
]
