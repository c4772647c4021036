import { createInstance } from 'i18next'
import { createContext, useContext } from 'react'
import type { LeftOut } from '#contract/chat.ts'
import { directionOf, languages, type Language } from '#contract/customers/languages.ts'
import { limits } from '#contract/limits.ts'
import type en from '#contract/texts/en.json'
import { fetchCode } from '#web/api/fetchCode.ts'

/** Each language is a chunk of its own. */
const catalogues: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('#contract/texts/en.json'),
  de: () => import('#contract/texts/de.json'),
  fr: () => import('#contract/texts/fr.json'),
  es: () => import('#contract/texts/es.json'),
  pt: () => import('#contract/texts/pt.json'),
  it: () => import('#contract/texts/it.json'),
  nl: () => import('#contract/texts/nl.json'),
  pl: () => import('#contract/texts/pl.json'),
  tr: () => import('#contract/texts/tr.json'),
  ar: () => import('#contract/texts/ar.json'),
  ja: () => import('#contract/texts/ja.json'),
  zh: () => import('#contract/texts/zh.json'),
}

type KeysOf<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string ? Key : `${Key}.${KeysOf<Group[Key]>}`
}[keyof Group & string]
type TextKey = KeysOf<(typeof en)['thread']>

export interface ThreadTexts {
  language: Language
  direction: 'ltr' | 'rtl'
  /** The language with the reader's region, if they have one: `de-AT`. It decides how dates look. */
  locale: string
  text: (key: TextKey, values?: Record<string, string | number>) => string
  tooLong: (max: number) => string
  /** The label of the button that removes a file. */
  remove: (name: string) => string
  /** Says which part of an email is not in its message, and why. */
  leftOut: (part: LeftOut) => string
}

/** The limits that the reasons for leaving out part of an email name. */
const limitsOfEmails = {
  megabytes: limits.documentBytes / 1024 ** 2,
  files: limits.incoming.files,
  characters: limits.incoming.text,
}

const loaded = new Map<Language, Promise<ThreadTexts>>()

/** The texts of the customer's page in a language. */
export function loadTexts(language: Language): Promise<ThreadTexts> {
  const loading = loaded.get(language) ?? fetchTexts(language)
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}

async function fetchTexts(language: Language): Promise<ThreadTexts> {
  const { default: translation } = await fetchCode(catalogues[language])
  const instance = createInstance()
  await instance.init({
    resources: { [language]: { translation } },
    lng: language,
    fallbackLng: false,
    // React escapes, and a value must not be escaped twice.
    interpolation: { escapeValue: false },
  })
  const translate = instance.getFixedT(language, null, 'thread')
  return {
    language,
    direction: directionOf(language),
    locale: window.navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language,
    text: (key, values) => translate(key, { ...values }),
    remove: (name) => instance.t('files.remove', { name }),
    leftOut: ({ name, reason }) =>
      translate('email.leftOut', { name, reason: instance.t(`mail.leftOut.${reason}`, limitsOfEmails) }),
    tooLong: (max) => instance.t('form.errors.tooLong', { count: max }),
  }
}

/** The language of the page before the contact's is known: the first of the browser's that there is. */
export function browserLanguage(): Language {
  const wanted = window.navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
  return wanted.flatMap((tag) => languages.find((language) => language === tag) ?? [])[0] ?? 'en'
}

export const Texts = createContext<ThreadTexts | undefined>(undefined)

export function useTexts() {
  return useContext(Texts)!
}
