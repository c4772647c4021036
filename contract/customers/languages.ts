/** The languages of the pages and emails for customers, by their BCP 47 tags, with their own names. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
  ja: '日本語',
  zh: '中文',
} as const

export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as [Language, ...Language[]]

export function directionOf(language: Language) {
  return language === 'ar' ? 'rtl' : 'ltr'
}
