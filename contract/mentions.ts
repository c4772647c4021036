/** The people whose `@name` a text contains. Of people with the same name, all. */
export function mentionedIn<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const found = new Set(mentionParts(text, [...new Set(people.map(({ name }) => name))]).map(({ name }) => name))
  return people.filter(({ name }) => found.has(name))
}

/** A part of a text. Together, the parts are the whole text. */
export interface MentionPart {
  text: string
  /** The person's name, if the part is `@name`. */
  name?: string
}

/** Splits a text at the `@names` that it contains. Where several names match, the longest one counts. */
export function mentionParts(text: string, names: readonly string[]): MentionPart[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const parts: MentionPart[] = []
  let end = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, end))) {
    if (isInAddress(text, at)) continue
    const name = longestFirst.find((each) => text.startsWith(each, at + 1) && isWholeName(text, at + 1 + each.length))
    if (!name) continue
    if (at > end) parts.push({ text: text.slice(end, at) })
    end = at + 1 + name.length
    parts.push({ text: text.slice(at, end), name })
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Whether the `@` is part of an email address. */
export function isInAddress(text: string, at: number) {
  return at > 0 && /[\w.%+-]/.test(text[at - 1]!)
}

/** Whether the name ends here: in `@Anna`, `Ann` does not. */
function isWholeName(text: string, end: number) {
  return !/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(end, end + 2))
}
