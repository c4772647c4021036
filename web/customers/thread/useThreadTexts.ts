import { useEffect, useState } from 'react'
import type { Language } from '#contract/customers/languages.ts'
import { fetchCodeSurely } from '#web/api/fetchCode.ts'
import { loadTexts, type ThreadTexts } from './threadTexts.ts'

/** The texts of a language; undefined until they are loaded. */
export function useThreadTexts(language: Language) {
  const [texts, setTexts] = useState<ThreadTexts>()
  useEffect(() => {
    const leaving = new AbortController()
    const show = async () => {
      const loaded = await fetchCodeSurely(() => loadTexts(language), leaving.signal)
      if (loaded) setTexts(loaded)
    }
    void show()
    return () => leaving.abort()
  }, [language])
  return texts?.language === language ? texts : undefined
}

/** The whole document is in the language of the page, also what is shown in front of it. */
export function useDocumentLanguage(texts: ThreadTexts | undefined, title: string | undefined) {
  useEffect(() => {
    if (!texts) return
    const { documentElement: root } = document
    const { lang, dir } = root
    root.lang = texts.language
    root.dir = texts.direction
    return () => {
      root.lang = lang
      root.dir = dir
    }
  }, [texts])
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
