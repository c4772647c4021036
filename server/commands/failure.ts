import { isFullDisk } from '#server/backup/fullDisk.ts'

/** The line that a command ends with when it has failed. */
export function sayFailure(error: Error) {
  if (!isFullDisk(error)) return error.message
  return `The disk is full (${error.message.replace(/\.$/, '')}). Make room, and try again.`
}
