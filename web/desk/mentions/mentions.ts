import { limits } from '#contract/limits.ts'
import { isInAddress, mentionParts } from '#contract/mentions.ts'

export interface MentionedPerson {
  _id: string
  name: string
}

/**
 * The people whose `@name` a text contains. A name that several people have means the ones who were chosen from the list,
 * the last chosen first, and no more of them than there are places with the name.
 */
export function mentionedPeople(
  text: string,
  people: readonly MentionedPerson[],
  chosen: readonly MentionedPerson[],
): MentionedPerson[] {
  // A person who was chosen may have another name by now, which is the one that the server looks for.
  const byId = new Map([...chosen, ...people].map((each) => [each._id, each]))
  const known = [...byId.values()]
  const found = mentionParts(text, [...new Set(known.map(({ name }) => name))]).flatMap(({ name }) => name ?? [])
  return [...new Set(found)].flatMap((name) => {
    const namesakes = known.filter((each) => each.name === name)
    if (namesakes.length === 1) return namesakes
    const places = found.filter((each) => each === name).length
    const meant = chosen.map(({ _id }) => byId.get(_id)!).filter((each) => each.name === name)
    return [...new Set(meant.toReversed())].slice(0, places).toReversed()
  })
}

/** The word before the caret that may become a mention: the last `@` and what follows it, which may have spaces. */
export function mentionWord(before: string) {
  const start = before.lastIndexOf('@')
  if (start < 0 || isInAddress(before, start)) return undefined
  const word = before.slice(start + 1)
  return word.length <= limits.name && !/^\s|\n/.test(word) ? { word, start } : undefined
}

/** The people with a name, first or last, that starts with the word; spelling without accents and capitals finds them too. */
export function findPeople<Person extends MentionedPerson>(people: readonly Person[], word: string): Person[] {
  const searched = folded(word)
  const names = people.map((person) => ({ person, name: folded(person.name) }))
  const first = names.filter(({ name }) => name.startsWith(searched))
  const later = names.filter((each) => !first.includes(each) && each.name.includes(` ${searched}`))
  return [...first, ...later].map(({ person }) => person)
}

function folded(text: string) {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
