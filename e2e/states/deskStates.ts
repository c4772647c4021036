import { fail, hold } from '#e2e/support/interception.ts'
import { open, type State, type Visit } from './state.ts'

const queue = /\/api\/desk\//
const conversation = /\/api\/(chat|notes|enquiry)\b/

async function openDesk(visit: Visit) {
  await open(visit, '/desk')
  await visit.page.getByText('Crate 1 is late').waitFor()
}

async function openReply(visit: Visit) {
  await open(visit, `/desk/${visit.company.discussed}`)
  await visit.page.getByRole('log').getByText('It is the wrong one').waitFor()
}

function loading(name: string, url: RegExp): State {
  return [
    `desk, ${name} loading`,
    async (visit) => {
      await open(visit, '/profile')
      await hold(visit.page.context(), url)
      await visit.page.goto(`/desk/${visit.company.discussed}`)
      await visit.page.getByRole('main').locator('.MuiSkeleton-root').first().waitFor({ state: 'attached' })
    },
  ]
}

function failed(name: string, url: RegExp): State {
  return [
    `desk, ${name} failed`,
    async ({ page, company, isNarrow }) => {
      await page.context().unrouteAll()
      await fail(page.context(), url)
      await page.goto(isNarrow && url === queue ? '/desk' : `/desk/${company.discussed}`)
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    },
  ]
}

export const deskStates: State[] = [
  ['desk', openDesk],
  loading('queue', queue),
  failed('queue', queue),
  loading('conversation', conversation),
  failed('conversation', conversation),
  [
    'desk, nothing in the queue',
    async (visit) => {
      await open(visit, '/desk?assignee=mine')
      await visit.page.getByText('Nothing here').waitFor()
    },
  ],
  [
    'desk, canned responses offered',
    async (visit) => {
      await openReply(visit)
      await visit.page.getByRole('textbox', { name: 'Reply' }).fill('/')
      await visit.page.getByRole('option', { name: /Greeting/ }).waitFor()
    },
  ],
  [
    'desk, ways to send',
    async ({ page }) => {
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'More ways to send' }).click()
      await page.getByRole('menuitem', { name: 'Send and close' }).waitFor()
    },
  ],
  [
    'desk, writing a note',
    async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Internal note' }).click()
      await page.getByRole('textbox', { name: 'Internal note' }).fill('Mind the tone.')
    },
  ],
  [
    'desk, details',
    async (visit) => {
      await open(visit, `/desk/${visit.company.discussed}?pane=details`)
      await visit.page.getByText('reopened the enquiry').last().waitFor()
    },
  ],
  [
    'canned responses',
    async (visit) => {
      await openDesk(visit)
      await visit.page.getByRole('button', { name: 'Canned responses' }).click()
      await visit.page.getByText('Greeting').waitFor()
    },
  ],
  [
    'changing a canned response',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Change Greeting' }).click()
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
    },
  ],
]
