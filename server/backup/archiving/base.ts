import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { readChecked, writeChecked } from '#server/backup/format/checkedJson.ts'
import { Part } from '#server/backup/format/manifest.ts'
import { StartError } from '#server/startError.ts'
import type { WalArchive } from './walArchive.ts'

export const basePart = 'base.json'
export const clusterPart = 'cluster.tar.gz'

/** A copy of a cluster's folder. With the segments from the first to the last it is consistent; with later ones it leads further. */
const Base = z.strictObject({
  /** Changes when an older product could no longer read it. */
  format: z.literal(1),
  productVersion: z.string(),
  postgresVersion: z.string(),
  startedAt: z.iso.datetime(),
  /** The earliest moment to which it leads. */
  stoppedAt: z.iso.datetime(),
  firstSegment: z.string(),
  lastSegment: z.string(),
  /** PostgreSQL's `backup_label`. */
  label: z.string(),
  cluster: z.strictObject(Part),
  pool: z.strictObject(Part),
  secret: z.string().nullable(),
})
export type Base = z.infer<typeof Base>

export function writeBase(base: Base) {
  return writeChecked(base)
}

/** Throws a StartError if it is damaged. */
export async function readBase({ bases, sealing }: WalArchive, name: string): Promise<Base> {
  const stored = await bases.open(name, basePart)
  const content = stored && (await text(Readable.from(await sealing.unseal(stored))).catch(() => ''))
  const parsed = Base.safeParse(readChecked(content ?? ''))
  if (!parsed.success) throw new StartError(`The base backup ${name} in ${bases.address} is damaged.`)
  return parsed.data
}
