import { z } from 'zod'
import { commandLine } from '#server/projectRoot.ts'

/**
 * A note of a move at each of its places. The old place is `leaving` during the last step, and `moved` after it.
 * A storage is `arriving` until all files are there. The new place is `arrived`.
 */
const Mark = z.strictObject({
  state: z.enum(['leaving', 'moved', 'arriving', 'arrived']),
  /** The move, so that a repeated command recognises what it has done already. */
  id: z.uuid(),
  /** The other place, in words, without a password. */
  place: z.string(),
  at: z.iso.datetime(),
  /** The oldest company, which recognises an installation; null if it has none yet. */
  installation: z.uuid().nullable(),
})
export type Mark = z.infer<typeof Mark>

/** Where the mark of a database or a storage is. Without a mark, it is undefined. */
export interface MarkPlace {
  read(): Promise<Mark | undefined>
  write(mark: Mark | undefined): Promise<void>
}

export function writeMark(mark: Mark) {
  return JSON.stringify(mark)
}

/** Undefined for a text that is not from a move. */
export function parseMark(text: string): Mark | undefined {
  try {
    return Mark.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Why nothing may start on the data with this mark; undefined if it may. */
export function refusalOf({ state, place, at }: Mark) {
  const again = commandLine('start', '--again')
  if (state === 'moved')
    return `This data was moved to ${place} at ${at}. Start the server with the settings of that place. To start it here with the data as it was then: ${again}`
  if (state === 'leaving')
    return `A move of this data to ${place} was interrupted at its last step, at ${at}. Repeat the same ${commandLine('move')} to finish it. To stay here, and not use ${place}: ${again}`
  if (state === 'arriving')
    return `These files are not complete: their move from ${place} has not ended. Repeat the same ${commandLine('move')}, with the settings of that place. To use only the files that are here, remove move.json beside them`
  return undefined
}

/** Whether this is the mark of an old place. `--again` removes it. */
export function isLeft(mark: Mark | undefined): mark is Mark {
  return mark?.state === 'leaving' || mark?.state === 'moved'
}
