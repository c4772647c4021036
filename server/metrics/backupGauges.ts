import type { BackupState } from './backupState.ts'
import type { GaugeOf } from './stateGauges.ts'

/** `state` is undefined while BACKUP_DIR cannot be read. */
export type BackupReading = { everyMs: number; state: BackupState | undefined }

/** They are absent without BACKUP_DIR. */
export const backupGauges: GaugeOf<BackupReading>[] = [
  {
    name: 'enquiry_desk_backup_folder_up',
    help: 'Whether BACKUP_DIR could be read in time (1) or not (0).',
    values: ({ state }) => [{ value: state ? 1 : 0 }],
  },
  {
    name: 'enquiry_desk_backup_interval_seconds',
    help: 'The time from one automatic backup to the next, which is BACKUP_EVERY.',
    values: ({ everyMs }) => [{ value: everyMs / 1000 }],
  },
  {
    name: 'enquiry_desk_last_verified_backup_age_seconds',
    help: 'The age of the newest backup in BACKUP_DIR of which everything was read back. Absent if there is none.',
    values: ({ state }) => [{ value: ageOf(state?.verified) }],
  },
  {
    name: 'enquiry_desk_log_archive_last_segment_age_seconds',
    help: 'The time since a segment of the write-ahead log was last archived. It grows while nothing changes.',
    values: ({ state }) => [{ value: ageOf(state?.lastArchived) }],
  },
  {
    name: 'enquiry_desk_log_archive_oldest_waiting_age_seconds',
    help: 'How long the oldest finished segment of the write-ahead log waits to be archived. Absent if none waits.',
    values: ({ state }) => [{ value: ageOf(state?.oldestWaiting) }],
  },
]

/** In seconds. A clock that was set back makes nothing younger than new. */
function ageOf(moment: Date | undefined) {
  return moment && Math.max(0, Date.now() - moment.getTime()) / 1000
}
