import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { styled } from './computedStyle.ts'

const styles: Element[] = []

/**
 * Keeps Emotion's styles out of the page, because each computed style compares every rule with its element: that took a
 * quarter of the time of the page tests. `showStyles` brings them in.
 */
export function leaveOutStyles() {
  const insertBefore = Node.prototype.insertBefore.bind(document.head)
  document.head.insertBefore = (node, before) => {
    if (!(node instanceof HTMLStyleElement && node.dataset.emotion)) return insertBefore(node, before)
    styles.push(node)
    return node
  }
}

const folder = join(import.meta.dirname, '../../theme/styles')
const stylesheets = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

/** Until the end of the test, the page has the stylesheets, and the styles of everything that has been rendered so far. */
export function showStyles() {
  const sheet = document.createElement('style')
  sheet.dataset.stylesheets = ''
  sheet.textContent = stylesheets.join('\n')
  document.head.prepend(...styles, sheet)
  document.documentElement.setAttribute(styled, '')
}

export function hideStyles() {
  for (const style of [...styles, ...document.querySelectorAll('[data-stylesheets]')]) style.remove()
  document.documentElement.removeAttribute(styled)
}
