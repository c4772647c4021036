import type { Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'
import { createFinder } from './words.ts'

/** Pairs: `named[i]` is a word of a search, and the name of `people[i]` has a word that begins with it. */
export type Namesakes = { named: string[]; people: string[] }

/**
 * Finds the people of the company whose current name contains a word of a search. Names are read for each search, because
 * a company has few people, and a new name would have to be written to each of a person's enquiries. The query leaves out
 * ASCII names without any of the words; only `createFinder` can fold the others. `isFolded`: it found one of those.
 */
export async function findNamesakes(
  db: Queryable,
  { companyId }: Actor,
  words: string[],
): Promise<Namesakes & { isFolded: boolean }> {
  const possible = await db<{ id: string; name: string; isAscii: boolean }[]>`
    select id, name, ${isAscii(db)} as is_ascii from app_user
    where company_id = ${companyId} and (not ${isAscii(db)} or ${hasWord(db, words)})`
  const find = createFinder(words)
  const namesakes = { named: [] as string[], people: [] as string[], isFolded: false }
  for (const { id, name, isAscii: isPlain } of possible) {
    for (const word of new Set(find(name).map(({ sought }) => sought))) {
      namesakes.named.push(word)
      namesakes.people.push(id)
      namesakes.isFolded ||= !isPlain
    }
    await yieldToEventLoop()
  }
  return namesakes
}

/** Selects the Namesakes with ASCII names, which need no folding, inside another query. */
export function selectNamesakes(db: Queryable, { companyId }: Actor, words: string[]) {
  return db`
    select coalesce(array_agg(word order by id, word), '{}') as named, coalesce(array_agg(id order by id, word), '{}') as people
    from app_user, unnest(${words}::text[]) as word
    where company_id = ${companyId} and ${isAscii(db)} and ${hasWord(db, words)}
      and lower(name collate "C") ~ ('(?<![a-z0-9])' || word)`
}

function isAscii(db: Queryable) {
  return db`octet_length(name) = char_length(name)`
}

function hasWord(db: Queryable, words: string[]) {
  return db`lower(name collate "C") like any(${words.map((word) => `%${word}%`)}::text[])`
}
