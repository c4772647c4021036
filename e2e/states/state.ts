import type { Locator, Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { fail, hold } from '#e2e/support/interception.ts'
import type { Company } from './company.ts'

export interface Visit {
  page: Page
  company: Company
  /** Narrow windows show a drawer instead of the sidebar, and cards instead of the table. */
  isNarrow: boolean
}

/** A state of the page, and how to bring the page into it, from any other state. */
export type State = readonly [name: string, show: (visit: Visit) => Promise<unknown>]

export interface Screens {
  name: string
  /** Signs in before the states are shown; without it, they are shown to a visitor. */
  person?: (company: Company) => SignedIn
  /** Each is shown once, in a narrow window. */
  states: State[]
  /** Those that look different in a wide window, and are shown there too. */
  wideStates?: State[]
}

type Path = string | ((visit: Visit) => string)

/** Loads a path, without the requests that an earlier state intercepted. */
export async function open(visit: Visit, path: Path) {
  await visit.page.context().unrouteAll()
  await load(visit, path)
}

async function load(visit: Visit, path: Path) {
  await visit.page.goto(typeof path === 'string' ? path : path(visit))
}

/** The page at this path, once it shows `shown`. */
export function screen(name: string, path: Path, shown: (page: Page) => Locator): State {
  return [
    name,
    async (visit) => {
      await open(visit, path)
      await shown(visit.page).first().waitFor()
    },
  ]
}

/** Waits for the details of an enquiry that arrive last, because they move what is below them. */
export async function waitForAllDetails(page: Page) {
  for (const name of ['Files from the conversation', /^Also from/]) await page.getByRole('heading', { name }).waitFor()
}

/** The page while requests to `url` wait for their response. */
export function loading(name: string, url: RegExp, path: Path): State {
  return [
    `${name}, loading`,
    async (visit) => {
      await open(visit, '/profile')
      await hold(visit.page.context(), url)
      await load(visit, path)
      const busy = visit.page.getByRole('main').locator('[aria-busy="true"], .MuiSkeleton-root, .skeleton')
      await busy.first().waitFor({ state: 'attached' })
    },
  ]
}

/** The page after requests to `url` have failed. */
export function failed(name: string, url: RegExp, path: Path): State {
  return [
    `${name}, failed`,
    async (visit) => {
      await visit.page.context().unrouteAll()
      await fail(visit.page.context(), url)
      await load(visit, path)
      await visit.page.getByRole('button', { name: 'Try again' }).first().waitFor()
    },
  ]
}
