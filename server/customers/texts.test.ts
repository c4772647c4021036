import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/customers/languages.ts'
import { catalogues, chooseLanguage, textsFor } from './texts.ts'

const plural = /_(zero|one|two|few|many|other)$/

function entriesOf(language: Language) {
  const read = (group: object, path: string): [string, string][] =>
    Object.entries(group).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as [string, string]] : read(value as object, `${path}${key}.`),
    )
  return read(catalogues[language], '')
}

function keysOf(language: Language) {
  return [...new Set(entriesOf(language).map(([key]) => key.replace(plural, '')))].toSorted()
}

function placeholdersOf(text: string) {
  return [...text.matchAll(/\{\{[^{}]*\}\}/g)].map(([placeholder]) => placeholder)
}

const english = new Map(entriesOf('en').map(([key, text]) => [key.replace(plural, ''), text]))

test.each(languages)('%s has every text, and no other', (language) => {
  expect(keysOf(language)).toEqual(keysOf('en'))
  expect(entriesOf(language).filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
})

test.each(languages)('%s uses the same placeholders as English', (language) => {
  for (const [key, text] of entriesOf(language)) {
    const expected = new Set(placeholdersOf(english.get(key.replace(plural, ''))!))
    expect({ key, placeholders: new Set(placeholdersOf(text)) }).toEqual({ key, placeholders: expected })
  }
})

test.each(languages)('%s has a text for each of its plural categories', (language) => {
  const keys = entriesOf(language).map(([key]) => key)
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  for (const base of new Set(keys.filter((key) => plural.test(key)).map((key) => key.replace(plural, '')))) {
    const found = keys.filter((key) => key.replace(plural, '') === base).map((key) => plural.exec(key)![1])
    expect({ base, found: found.toSorted() }).toEqual({ base, found: categories })
  }
})

test('every language but English is translated', () => {
  for (const language of languages.filter((each) => each !== 'en')) {
    const same = entriesOf(language).filter(([key, text]) => english.get(key) === text)
    expect({ language, same: same.map(([, text]) => text) }).toEqual({ language, same: sameWords[language] ?? [] })
  }
})

/** Words that two languages share. */
const sameWords: Partial<Record<Language, string[]>> = { fr: ['Images', 'Image'] }

test('a text has the plural of its number', () => {
  const polish = [1, 2, 5].map((count) => textsFor('pl')('files.added', { count }))
  expect(polish).toEqual(['Dodano 1 obraz', 'Dodano 2 obrazy', 'Dodano 5 obrazów'])
  expect(new Set([0, 1, 2, 3, 11, 100].map((count) => textsFor('ar')('form.errorCount', { count }))).size).toBe(6)
})

test('what is inserted into a text is never read as a text or a placeholder', () => {
  const company = '$t(form.send) {{count}} <b>'
  expect(textsFor('en')('mail.confirm.subject', { company, count: 7 })).toBe(`Confirm your enquiry to ${company}`)
})

const offered: Language[] = ['en', 'de', 'pt', 'zh']

test.each([
  [undefined, undefined, 'en'],
  ['de', 'pt', 'de'],
  ['fr', 'pt', 'pt'],
  [undefined, 'de-AT', 'de'],
  [undefined, 'zh-Hant-TW,en;q=0.5', 'zh'],
  [undefined, 'fr, en;q=0.3, pt-BR;q=0.8', 'pt'],
  [undefined, 'de;q=0, *', 'en'],
  [undefined, 'det;q=1', 'en'],
  [undefined, ';;;q=,,', 'en'],
])('the choice %s with a browser that accepts %s gets %s', (asked, accepted, expected) => {
  expect(chooseLanguage(offered, asked, accepted)).toBe(expected)
})
