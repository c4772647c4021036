import { createRoot } from 'react-dom/client'
import type { User } from '#contract/accounts.ts'
import { answeringRoles } from '#contract/accounts/roles.ts'
import type { EnquirySummary, PageOfEnquiries } from '#contract/enquiries.ts'
import { noteServerTime } from '#web/api/session/clock.ts'
import { readCookie } from '#web/theme/cookie.ts'
import { listSizes } from '#web/theme/listSizes.ts'
import { FirstRows } from './FirstRows.tsx'
import '#web/theme/firstScheme.ts'
import { rememberPress } from './rememberPress.ts'
import placeStyles from './firstRows.css?inline'
import rowStyles from 'virtual:rowStyles.css?inline'

/** The least height of a row and of a card, in CSS pixels. */
const heights = { row: 44, card: 128 }
/** When the rows below the window are drawn, in milliseconds after the others. Mostly the page is there before. */
const restAfterMs = 1000

await drawFirstRows()

/**
 * Draws the rows of the list in its outline, from the responses that the page requested before any code (earlyResponses.ts). They last
 * until the page is there, and are for the eyes and the mouse alone: keys and screen readers wait for the page.
 */
async function drawFirstRows() {
  const [list, summary, profile] = await Promise.all([
    earlyCopy<PageOfEnquiries>('enquiry?page=1&limit=25'),
    earlyCopy<EnquirySummary>('enquiry/summary'),
    earlyCopy<User>('auth/profile'),
    untilParsed(),
  ])
  const page = document.getElementById('root')!
  if (!list?.docs.length || !summary || !profile || page.hasChildNodes()) return
  // The banner above the list would move it.
  if (profile.mustConfirmEmail) return
  const isWide = matchMedia(`(min-width: ${listSizes.tableFrom}px)`).matches
  const shared = {
    hasAssignees: answeringRoles.includes(profile.role) || summary.assignees.length > 0,
    isWide,
    rowHeight: readCookie('rowHeight') === 'tall' ? 'tall' : 'compact',
  } as const
  const outlined = document.querySelector('.opening-rows')!
  const visible = Math.ceil(
    (innerHeight - outlined.getBoundingClientRect().top) / (isWide ? heights.row : heights.card),
  )
  const place = document.createElement('div')
  const rows = createRoot(place)
  const draw = (count?: number) =>
    rows.render(
      <div data-color-scheme={document.documentElement.dataset.colorScheme}>
        <FirstRows enquiries={list.docs.slice(0, count)} {...shared} />
      </div>,
    )
  draw(visible)
  show(place, outlined)
  const rest = setTimeout(draw, restAfterMs)
  const openPressed = rememberPress(place, list.docs, page)
  await untilRendered(page)
  clearTimeout(rest)
  place.remove()
  openPressed()
  // After the page is painted.
  setTimeout(() => rows.unmount())
}

/** A copy of the data of an early response; undefined if it failed, if the page has read it, or if the session is another one now. */
async function earlyCopy<T>(path: string) {
  const early = window.earlyResponses?.get(`${window.apiUrl}/${path}`)
  try {
    const response = await early?.response
    if (!response?.ok || response.bodyUsed) return undefined
    noteServerTime(response.headers.get('date'))
    const { data } = (await response.clone().json()) as { data: T }
    return early?.token === localStorage.getItem('accessToken') ? data : undefined
  } catch {
    // The page requests it again, and reports what is wrong.
    return undefined
  }
}

/** The script may arrive before the end of the HTML. (`DOMContentLoaded` comes only after the code of the page.) */
async function untilParsed() {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

/** Puts the rows in their place in the outline. */
function show(rows: HTMLElement, outlined: Element) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rowStyles + placeStyles)
  document.adoptedStyleSheets.push(sheet)
  rows.className = 'first-rows'
  rows.inert = true
  rows.setAttribute('aria-hidden', 'true')
  outlined.replaceWith(rows)
  // The outline scrolls now. Every page starts at the top, also when it is loaded again.
  rows.closest('#opening')!.classList.add('has-rows')
  history.scrollRestoration = 'manual'
}

/** Resolves directly after the page has been rendered, and before it is painted. */
function untilRendered(page: Element) {
  return new Promise<void>((resolve) => {
    new MutationObserver((_changes, observer) => {
      observer.disconnect()
      resolve()
    }).observe(page, { childList: true })
  })
}
