import { namesFullDisk } from '#server/database/embedded/runProgram.ts'

/** The codes of the operating system and of PostgreSQL. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error, or one that caused it, says that a disk is full. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  // The output of a program, such as initdb, has no code.
  return codes.has(code) || namesFullDisk(error.message) || isFullDisk(error.cause)
}
