import { createInstance } from 'i18next'
import { type Language, languages } from '#contract/customers/languages.ts'
import ar from '#contract/texts/ar.json' with { type: 'json' }
import de from '#contract/texts/de.json' with { type: 'json' }
import en from '#contract/texts/en.json' with { type: 'json' }
import es from '#contract/texts/es.json' with { type: 'json' }
import fr from '#contract/texts/fr.json' with { type: 'json' }
import it from '#contract/texts/it.json' with { type: 'json' }
import ja from '#contract/texts/ja.json' with { type: 'json' }
import nl from '#contract/texts/nl.json' with { type: 'json' }
import pl from '#contract/texts/pl.json' with { type: 'json' }
import pt from '#contract/texts/pt.json' with { type: 'json' }
import tr from '#contract/texts/tr.json' with { type: 'json' }
import zh from '#contract/texts/zh.json' with { type: 'json' }

/** The texts of every page and email for customers. */
export const catalogues: Record<Language, object> = { en, de, fr, es, pt, it, nl, pl, tr, ar, ja, zh }

type Suffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type WithoutSuffix<Key> = Key extends `${infer Base}${Suffix}` ? Base : Key
type KeysOf<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string ? WithoutSuffix<Key> : `${Key}.${KeysOf<Group[Key]>}`
}[keyof Group & string]

/** A path in a catalogue such as `form.title`, without the suffix of a plural. */
export type TextKey = KeysOf<typeof en>
/** The values for the placeholders of a text. `count` chooses its plural. */
export type TextValues = Record<string, string | number>
export type Texts = (key: TextKey, values?: TextValues) => string

const instance = createInstance()
await instance.init({
  resources: Object.fromEntries(
    Object.entries(catalogues).map(([language, translation]) => [language, { translation }]),
  ),
  lng: 'en',
  fallbackLng: false,
  initAsync: false,
  // React and the letter escape, and a value must not be escaped twice.
  interpolation: { escapeValue: false },
})

const textsOf = new Map(languages.map((language) => [language, translate(language)]))

function translate(language: Language): Texts {
  const t = instance.getFixedT(language)
  return (key, values) => t(key, values)
}

/** The texts of one language, such as `textsFor('de')('form.title')`. */
export function textsFor(language: Language): Texts {
  return textsOf.get(language)!
}

/** The language that the visitor asked for, else the first one offered that their browser accepts, else the first. */
export function chooseLanguage(
  offered: Language[],
  asked: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  const chosen = offered.find((language) => language === asked)
  return chosen ?? acceptedLanguage(offered, acceptLanguage) ?? offered[0] ?? 'en'
}

/** `de-AT` accepts `de`, as in the lookup of RFC 4647. */
function acceptedLanguage(offered: Language[], header = '') {
  const ranges = header.slice(0, 1000).split(',').map(readRange)
  const accepted = ranges.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality)
  for (const { tag } of accepted) {
    const match = offered.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (match) return match
  }
}

/** One part of an Accept-Language header, such as `de-AT;q=0.8` (RFC 9110, 12.5.4). */
function readRange(part: string) {
  const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
  const weight = parameters.find((each) => each.startsWith('q='))
  return { tag, quality: weight ? Number(weight.slice(2)) || 0 : 1 }
}
