import { readPoolKeys } from '#server/backup/backupReader.ts'
import { measure } from '#server/backup/measure.ts'
import { clusterPart } from './base.ts'
import type { Beginning } from './recovery.ts'
import { nextSegment } from './segments.ts'

/** Reads a base backup and all later segments, and looks for its files. Returns a sentence for each fault. */
export async function findArchiveFaults(beginning: Beginning) {
  return [...(await findBaseFaults(beginning)), ...(await findSegmentFaults(beginning))]
}

async function findBaseFaults({ archive: { bases, sealing }, name, base }: Beginning) {
  const faults = []
  for (const [part, expected, isSealed] of [
    [clusterPart, base.cluster, true],
    ['pool.gz', base.pool, false],
  ] as const) {
    const stored = await bases.open(name, part)
    const found = stored && (await measure(isSealed ? await sealing.unseal(stored) : stored).catch(() => undefined))
    if (found?.sha256 !== expected.sha256) faults.push(`The part ${part} of the base backup ${name} is damaged.`)
  }
  if (faults.length > 0) return faults
  const present = new Set<string>()
  for (const each of await bases.pool.parts()) for (const key of await bases.pool.keys(each)) present.add(key)
  const missing = (await readPoolKeys(bases, name)).filter((key) => !present.has(key))
  return missing.map((key) => `The file ${key} of the base backup ${name} is missing.`)
}

async function findSegmentFaults({ archive, segments }: Beginning) {
  const faults = []
  let expected = segments[0]?.segment
  for (const stored of segments) {
    if (stored.segment !== expected) faults.push(`The segment ${expected} is missing in ${archive.folder}.`)
    await archive.read(stored).catch((error: Error) => faults.push(error.message))
    expected = nextSegment(stored.segment)
  }
  return faults
}
