import { screen } from '@testing-library/react'
import { onTestFinished } from 'vitest'

/** Collects a text from each moment that it is on the page, however short, until the test is done. */
export function noticesOf(text: string) {
  const notices: string[] = []
  const observer = new MutationObserver(() => {
    if (screen.queryByText(text)) notices.push(text)
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return notices
}
