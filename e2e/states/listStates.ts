import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { types } from './company.ts'
import { failed, loading, open, screen, type State, type Visit } from './state.ts'

const list = /\/api\/enquiry\?(?!_id)/

const filtered = `&enquiryStatus=open,onHold&enquiryType=${types[1]}`

/** With ten rows, because each row takes part in each check. */
async function openList(visit: Visit, query = '') {
  await open(visit, `/?limit=10${query}`)
  await visit.page.getByText('Wet parcels').or(visit.page.getByText('is late')).first().waitFor()
}

const selected = (page: Page) => page.getByRole('region', { name: 'Selected enquiries' })

async function select(visit: Visit, count: number) {
  await openList(visit)
  const boxes = visit.page.getByRole('checkbox', { name: /^Select ENQ/ })
  for (let nth = 0; nth < count; nth++) await boxes.nth(nth).check()
  await expect(selected(visit.page)).toContainText(`${count} selected`)
  // The bar may cover part of a checkbox. At the end of the page it is below all of them.
  await visit.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
}

async function openImport(visit: Visit, content: string) {
  await openList(visit)
  await visit.page.getByRole('button', { name: 'Import and export' }).click()
  await visit.page.getByRole('menuitem', { name: 'Import from CSV…' }).click()
  const dialog = visit.page.getByRole('dialog', { name: 'Import enquiries' })
  const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  return dialog
}

export const listStates: State[] = [
  ['list', (visit) => openList(visit)],
  loading('list', list, '/'),
  failed('list', list, '/'),
  screen('list, nothing found', '/?search=nothing+of+the+kind', (page) => page.getByText('Nothing found')),
  [
    'search with highlighted matches',
    async (visit) => {
      await openList(visit, '&search=cran+late')
      await visit.page.locator('mark').first().waitFor()
    },
  ],
  [
    'filters',
    async (visit) => {
      await openList(visit, filtered)
      await visit.page.getByRole('button', { name: 'Filters' }).click()
      await visit.page.getByRole('button', { name: /^Show \d+ enquiries/ }).waitFor()
    },
  ],
  [
    'list with filters',
    async (visit) => {
      await openList(visit, filtered)
      await visit.page.getByRole('list', { name: 'Filters' }).getByRole('listitem').first().waitFor()
    },
  ],
  [
    'own views beside the tabs, and tall rows',
    async (visit) => {
      const { company, page, isNarrow } = visit
      await company.send(company.owner, 'views', { name: `Waiting ${randomUUID()}`, query: 'unanswered=true' })
      await openList(visit)
      await page.getByRole('list', { name: 'Your views' }).waitFor()
      if (!isNarrow) await page.getByRole('combobox', { name: 'Row height' }).selectOption('Tall rows')
    },
  ],
  [
    'row menu',
    async (visit) => {
      await openList(visit)
      await visit.page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await visit.page.getByRole('menu').waitFor()
    },
  ],
  [
    'undo',
    async ({ page }) => {
      await page.getByRole('menuitemradio', { name: 'In review' }).click()
      // Hovering stops its countdown.
      await page.getByRole('button', { name: 'Undo' }).hover()
    },
  ],
  ['selected enquiries', (visit) => select(visit, 3)],
  [
    'assignees in bulk',
    async (visit) => {
      await select(visit, 3)
      await selected(visit.page).getByRole('button', { name: 'Assign' }).click()
      await visit.page.getByRole('menuitem', { name: 'Hanna Host' }).waitFor()
    },
  ],
  [
    'statuses in bulk',
    async (visit) => {
      await select(visit, 3)
      await selected(visit.page).getByRole('button', { name: 'Change status' }).click()
      await visit.page.getByRole('menuitem', { name: 'In review' }).waitFor()
    },
  ],
  [
    'bulk change finished',
    async ({ page }) => {
      await page.getByRole('menuitem', { name: 'On hold' }).click()
      await page.getByText('3 of 3 enquiries changed to On hold').waitFor()
    },
  ],
  [
    'new enquiries available',
    async (visit) => {
      const { company, page } = visit
      await openList(visit)
      await page.getByRole('link', { name: /^ENQ-/ }).first().focus()
      await company.send(company.member, 'enquiry', { enquiryType: 'Delivery', summery: 'One more' })
      await page.getByRole('button', { name: 'Show 1 new enquiry' }).waitFor()
    },
  ],
]

/** Over the list, and the same at every width. The drawer is in narrow windows only. */
export const overListStates: State[] = [
  [
    'saved views',
    async (visit) => {
      await openList(visit, filtered)
      await visit.page.getByRole('button', { name: 'Views' }).click()
      const views = visit.page.getByRole('dialog', { name: 'Saved views' })
      await views.getByRole('textbox', { name: 'View name' }).fill('Bills of the week')
      await views.getByRole('button', { name: 'Save view' }).click()
      await views.getByRole('link', { name: 'Bills of the week' }).waitFor()
    },
  ],
  [
    'import with errors',
    async (visit) => {
      const dialog = await openImport(visit, 'Kind;Subject\nBilling;From the old desk\n;Without a type')
      await dialog.getByText('2 of 2 rows need fixing').waitFor()
    },
  ],
  [
    'import',
    async (visit) => {
      const dialog = await openImport(visit, 'Type;Subject\nBilling;From the old desk\nSafety;With a type')
      await dialog.getByText('2 rows ready to import.').waitFor()
    },
  ],
  [
    'keyboard shortcuts',
    async (visit) => {
      await openList(visit)
      await visit.page.keyboard.press('?')
      await visit.page.getByRole('dialog').waitFor()
    },
  ],
  [
    'colour modes',
    async (visit) => {
      await openList(visit)
      await visit.page.getByRole('button', { name: 'Colour mode' }).click()
      await visit.page.getByRole('menu').waitFor()
    },
  ],
  [
    'avatar menu',
    async (visit) => {
      await openList(visit)
      await visit.page.getByRole('button', { name: 'Account' }).click()
      await visit.page.getByRole('menuitem', { name: 'Home' }).waitFor()
    },
  ],
  [
    'palette',
    async (visit) => {
      await openList(visit)
      await visit.page.getByRole('button', { name: 'Command palette' }).click()
      await visit.page.getByRole('combobox', { name: 'Go to an enquiry, or do something' }).fill('e')
      await visit.page.getByRole('option', { name: 'Enquiries', exact: true }).waitFor()
    },
  ],
  [
    'palette, nothing found',
    async ({ page }) => {
      await page.getByRole('combobox', { name: 'Go to an enquiry, or do something' }).fill('nothing is called this')
      await page.getByText('Nothing found').waitFor()
    },
  ],
  [
    'drawer',
    async (visit) => {
      await openList(visit)
      await visit.page.getByRole('button', { name: 'Open navigation' }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  ],
]

/** A company without enquiries. */
export const emptyStates: State[] = [
  screen('first steps', '/', (page) => page.getByRole('heading', { name: 'Your first steps' })),
  screen(
    'list, nothing raised',
    ({ company }) => `/?raisedBy=${company.newcomer.userData._id}`,
    (page) => page.getByText('You have not raised an enquiry yet'),
  ),
  [
    'list, empty',
    async (visit) => {
      await visit.company.send(visit.company.newcomer, 'first-steps', { isHidden: true }, 'PATCH')
      await open(visit, '/')
      await visit.page.getByText('No enquiries yet').waitFor()
      await visit.company.send(visit.company.newcomer, 'first-steps', { isHidden: false }, 'PATCH')
    },
  ],
  screen('desk, all done', '/desk', (page) => page.getByText('All done')),
]
