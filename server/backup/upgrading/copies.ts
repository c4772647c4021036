import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readMajor } from '#server/database/embedded/postgresCluster.ts'
import { programsFolder } from '#server/database/embedded/previousPackage.ts'

export const copyPrefix = 'before-upgrade-'
export const aboutFile = 'about.json'
/** How many copies of the same PostgreSQL are kept. */
const kept = 2
/** How long the database of an earlier PostgreSQL is kept. */
const keptDays = 7

const About = z.object({
  copiedAt: z.iso.datetime(),
  /** The migrations that the copy has, and those that the update was about to apply. */
  applied: z.array(z.string()),
  missing: z.array(z.string()),
  /** Only if the update replaced PostgreSQL as well: the major version that the copy needs. */
  major: z.number().optional(),
})
type About = z.infer<typeof About>

export function writeAbout(copy: string, about: About) {
  return writeFile(join(copy, aboutFile), JSON.stringify(about), { flush: true })
}

export async function readAbout(folder: string, copy: string) {
  return About.parse(JSON.parse(await readFile(join(folder, copy, aboutFile), 'utf8')))
}

/** The names of the complete copies in a data folder, oldest first. */
export async function listCopies(folder: string) {
  return (await readdir(folder)).filter((name) => name.startsWith(copyPrefix) && name.endsWith('Z')).toSorted()
}

/** Removes all but the newest copies, except those of an earlier PostgreSQL. */
export async function removeOldCopies(folder: string) {
  const earlier = await listEarlier(folder)
  const copies = (await listCopies(folder)).filter((name) => !earlier.some(({ copy }) => copy === name))
  for (const old of copies.slice(0, -kept)) await discard(folder, old)
}

/** The copies in a data folder that need an earlier PostgreSQL. */
export async function listEarlier(folder: string) {
  const copies = await listCopies(folder)
  const abouts = await Promise.all(copies.map(async (copy) => ({ copy, ...(await readAbout(folder, copy)) })))
  return abouts.flatMap(({ major, ...about }) => (major === undefined ? [] : [{ major, ...about }]))
}

/**
 * Removes copies that need an earlier PostgreSQL after seven days, and its programs when nothing needs them any more. Returns how
 * many copies it has removed.
 */
export async function removeEarlier(folder: string) {
  await removeUnfinished(folder)
  const earlier = await listEarlier(folder)
  const due = earlier.filter(({ copiedAt }) => Date.now() - Date.parse(copiedAt) >= keptDays * 24 * 3600 * 1000)
  const needed = new Set([await readMajor(join(folder, 'postgres'))])
  for (const { major } of earlier.filter((each) => !due.includes(each))) needed.add(major)
  for (const { copy, major } of due) {
    if (!needed.has(major)) await rm(programsFolder(folder, major), { recursive: true, force: true })
    await discard(folder, copy)
  }
  return due.length
}

/** Removes what a killed copy or removal has left. */
export async function removeUnfinished(folder: string) {
  const left = (await readdir(folder)).filter((name) => name.startsWith(copyPrefix) && name.endsWith('.partial'))
  for (const name of left) await rm(join(folder, name), { recursive: true })
}

/** Renamed first, so that a killed removal leaves no incomplete copy under its name. */
async function discard(folder: string, copy: string) {
  const partial = join(folder, `${copy}.partial`)
  await rename(join(folder, copy), partial)
  await rm(partial, { recursive: true })
}
