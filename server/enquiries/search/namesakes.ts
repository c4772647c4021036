import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'
import { createFinder } from './words.ts'

/** Pairs: `named[i]` is a word of a search, and the name of `people[i]` has a word that begins with it. */
export type Namesakes = { named: string[]; people: string[] }

/**
 * The people of the company whose current name contains a word of a search. Names are read for each search: a company has
 * few people but may have a million enquiries, which a new name would have to be written to.
 */
export async function findNamesakes(db: Db, { companyId }: Actor, words: string[]): Promise<Namesakes> {
  const everyone = await db<{ id: string; name: string }[]>`
    select id, name from app_user where company_id = ${companyId}`
  const find = createFinder(words)
  const namesakes: Namesakes = { named: [], people: [] }
  for (const { id, name } of everyone) {
    for (const word of new Set(find(name).map(({ sought }) => sought))) {
      namesakes.named.push(word)
      namesakes.people.push(id)
    }
    await yieldToEventLoop()
  }
  return namesakes
}
