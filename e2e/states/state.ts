import type { Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
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
  states: State[]
}

/** Loads a path, without the requests that an earlier state intercepted. */
export async function open({ page }: Visit, path: string) {
  await page.context().unrouteAll()
  await page.goto(path)
}
