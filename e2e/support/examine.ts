import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Dark colours change the result of these rules only. */
const colourRules = axe
  .getRules(['cat.color'])
  .filter(({ tags }) => tags.some((tag) => standards.includes(tag)))
  .map(({ ruleId }) => ruleId)

const runs = {
  light: { type: 'tag', values: standards },
  dark: { type: 'rule', values: colourRules },
} as const

/** The window sizes in which each state is examined. */
export const screenSizes = [360, 1440].map((width) => ({
  viewport: { width, height: 800 },
  reducedMotion: 'reduce' as const,
  colorScheme: 'light' as const,
}))

/** Checks the page for accessibility, light and dark, and attaches a screenshot if it has violations. */
export async function examine(page: Page, name: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const scheme of ['light', 'dark'] as const) {
    const found = await findViolations(page, scheme)
    expect.soft(found, `${name}, ${scheme}`).toEqual([])
    if (found.length === 0) continue
    await test.info().attach(`${name}, ${scheme}`, { body: await page.screenshot(), contentType: 'image/png' })
  }
  const scrollsSideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect.soft(scrollsSideways, `${name} scrolls sideways`).toBe(false)
  expect.soft(await page.evaluate(findSmallTexts), `${name}: fields into which iOS zooms`).toEqual([])
  expect.soft(await page.evaluate(findSmallTargets), `${name}: targets smaller than a finger`).toEqual([])
}

/** Safari on iOS zooms into a field whose text is smaller than 16 px. */
function findSmallTexts() {
  if (!matchMedia('(pointer: coarse)').matches) return []
  return [...document.querySelectorAll('select, textarea, input:not([type=file], [type=checkbox], [type=radio])')]
    .filter((field) => field.checkVisibility() && !field.closest('[aria-hidden=true]'))
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML.slice(0, 160))
}

/** On a phone or another touched screen, everything that can be pressed is 44 px wide and high, except for links within a text (WCAG 2.5.5). */
function findSmallTargets() {
  if (innerWidth >= 600 && !matchMedia('(pointer: coarse)').matches) return []
  const inFront = [...document.querySelectorAll('.MuiModal-root:not([aria-hidden=true])')].at(-1)
  const finger = 44
  const isSmall = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden=true], [inert]'))
      return false
    // The label of a checkbox and the frame of a text box are parts of the target.
    const target = element.closest('label') ?? element.closest('.MuiInputBase-root, .MuiSwitch-root') ?? element
    const { width, height } = target.getBoundingClientRect()
    // Hidden until it has the focus, like the skip link.
    if (width <= 1 || height <= 1) return false
    return Math.round(width) < finger || Math.round(height) < finger
  }
  const targets = (inFront ?? document).querySelectorAll(
    'a[href], button, input:not([type=hidden], [type=file]), textarea, select, summary, [role=button], [role=option], [role^=menuitem], [role=tab], [role=combobox]',
  )
  return [...targets]
    .filter((element) => isSmall(element))
    .filter((element) => element.localName !== 'a' || getComputedStyle(element).display !== 'inline')
    .map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`
    })
}

/** Repeats the check if something moved during it: in the middle of an animation, colours have the wrong contrast. */
function findViolations(page: Page, scheme: keyof typeof runs) {
  return page.evaluate(
    async ({ colorScheme, runOnly }) => {
      // With reduced motion a transition takes an instant, but passes from each element to those in it, frame by frame.
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(still)
      // The colours depend on this attribute alone, so the page need not render again.
      document.documentElement.dataset.colorScheme = colorScheme
      document.body.getBoundingClientRect()
      document.adoptedStyleSheets.pop()
      for (;;) {
        let running: Animation[]
        do {
          // Polls, because an animation whose element is removed never fires its end event.
          await new Promise(requestAnimationFrame)
          running = document.getAnimations().filter(({ playState }) => playState === 'running')
        } while (running.some(({ effect }) => effect?.getTiming().iterations !== Infinity))
        let hasMoved = false
        const noteMove = () => (hasMoved = true)
        for (const start of ['animationstart', 'transitionrun']) document.addEventListener(start, noteMove)
        // The details of passed rules would take as long as the rules themselves.
        const options = { runOnly: { ...runOnly, values: [...runOnly.values] }, resultTypes: ['violations' as const] }
        // Behind a dialog or a menu is another state, which is examined without it.
        const inFront = [...document.querySelectorAll('.MuiModal-root:not([aria-hidden=true])')].at(-1)
        const { violations } = await window.axe.run(inFront ?? document, { ...options, elementRef: true })
        for (const start of ['animationstart', 'transitionrun']) document.removeEventListener(start, noteMove)
        if (hasMoved) continue
        return violations.flatMap(({ id, nodes }) =>
          nodes
            // MUI renders suggestions and tooltips directly in the body, outside of its landmarks.
            .filter(({ element }) => id !== 'region' || !element?.closest('.MuiPopper-root'))
            .map(({ html }) => `${id}: ${html.slice(0, 200)}`),
        )
      }
    },
    { colorScheme: scheme, runOnly: runs[scheme] },
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
