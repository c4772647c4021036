import { z } from 'zod'
import { StartError } from '#server/startError.ts'
import { readChecked, writeChecked } from './checkedJson.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A part of a backup, as it is stored before encryption. */
export const Part = { bytes: z.int(), sha256: Sha256 }

const BackedUpTable = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...Part })
export type BackedUpTable = z.infer<typeof BackedUpTable>

/** Everything that a backup consists of, with hashes. It is written last. */
const Manifest = z.strictObject({
  /** Changes when an older product could no longer read a backup. */
  format: z.literal(1),
  productVersion: z.string(),
  postgresVersion: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Recognises the backups of one installation, also after a restore. Null if it has no company yet. */
  oldestCompany: z.uuid().nullable(),
  migrations: z.array(z.string()),
  tables: z.array(BackedUpTable),
  /** `count` and `total` (bytes) are of the files; the part is the list of them. */
  files: z.strictObject({ count: z.int(), total: z.int(), ...Part }),
  /** The names of the files in the pool, which no passphrase protects, so that the pool can be cleared without it. */
  pool: z.strictObject(Part),
  secret: z.strictObject(Part).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** A moment as a name, such as that of a backup: the beginning of its snapshot, without the colons that Windows does not allow in file names. */
export function nameOf(startedAt: Date) {
  return startedAt.toISOString().replaceAll(':', '-')
}

export function isNameOfBackup(name: string) {
  return /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/.test(name)
}

export function startOf(name: string) {
  return new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
}

export function writeManifest(manifest: Manifest) {
  return writeChecked(manifest)
}

/** Throws a StartError unless the text is exactly as it was written. */
export function readManifest(text: string, name: string): Manifest {
  const content = readChecked(text)
  if (content === undefined) {
    throw new StartError(`The manifest of the backup ${name} is damaged. Use another backup.`)
  }
  const parsed = Manifest.safeParse(content)
  if (!parsed.success)
    throw new StartError(`A newer version made the backup ${name}. Update the product, and try again.`)
  return parsed.data
}
