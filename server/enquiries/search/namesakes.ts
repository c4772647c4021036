import type { Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'
import { createFinder } from './words.ts'

/** Pairs: `named[i]` is a word of a search, and the name of `people[i]` has a word that begins with it. */
export type Namesakes = { named: string[]; people: string[] }

/**
 * Finds the people of the company whose current name contains a word of a search. Names are read for each search, because
 * a company has few people, and a new name would have to be written to each of a person's enquiries. The query leaves out
 * ASCII names without any of the words; only `createFinder` can fold the others.
 */
export async function findNamesakes(db: Queryable, { companyId }: Actor, words: string[]): Promise<Namesakes> {
  const possible = await db<{ id: string; name: string }[]>`
    select id, name from app_user
    where company_id = ${companyId} and (octet_length(name) > char_length(name)
      or lower(name collate "C") like any(${words.map((word) => `%${word}%`)}::text[]))`
  const find = createFinder(words)
  const namesakes: Namesakes = { named: [], people: [] }
  for (const { id, name } of possible) {
    for (const word of new Set(find(name).map(({ sought }) => sought))) {
      namesakes.named.push(word)
      namesakes.people.push(id)
    }
    await yieldToEventLoop()
  }
  return namesakes
}
