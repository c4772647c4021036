import type { Replica } from '#server/database/replica/replica.ts'
import type { DatabaseState } from './databaseState.ts'
import type { GaugeOf } from './stateGauges.ts'

/** `state` is undefined while the database does not respond. */
export type DatabaseReading = { state: DatabaseState | undefined; replica: Replica | undefined }

/** They are present even while the database does not respond. */
export const databaseGauges: GaugeOf<DatabaseReading>[] = [
  {
    name: 'enquiry_desk_database_up',
    help: 'Whether the database responded in time (1) or not (0). Without a response, what is in it is absent.',
    values: ({ state }) => [{ value: state ? 1 : 0 }],
  },
  {
    name: 'enquiry_desk_replica_used',
    help: 'Whether lists, searches and exports are read from the replica (1) or from the primary (0).',
    values: ({ replica }) => [{ value: replica && Number(replica.replayed !== undefined) }],
  },
  {
    name: 'enquiry_desk_replica_lag_bytes',
    help: 'How much of the log of the primary the replica had not replayed half a second ago. Absent while it is not used.',
    values: ({ state, replica }) => {
      const [written, replayed] = [state?.primaryLsn, replica?.replayed]
      if (written === undefined || replayed === undefined) return []
      return [{ value: Math.max(0, Number(written - replayed)) }]
    },
  },
]

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
