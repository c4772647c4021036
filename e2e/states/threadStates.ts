import { expect } from '@playwright/test'
import { signIn } from '#e2e/support/people.ts'
import { pictureFile } from '#e2e/support/pictures.ts'
import { failed, loading, open, screen, type State, type Visit } from './state.ts'

const thread = /\/api\/chat\?/

async function openThread(visit: Visit) {
  await open(visit, `/chats/${visit.company.discussed}`)
  await visit.page.getByRole('log').getByText('It is the wrong one').waitFor()
}

export const threadStates: State[] = [
  ['thread', openThread],
  loading('thread', thread, ({ company }) => `/chats/${company.discussed}`),
  failed('thread', thread, ({ company }) => `/chats/${company.discussed}`),
  screen(
    'thread, empty',
    ({ company }) => `/chats/${company.silent}`,
    (page) => page.getByText('Support replies here'),
  ),
  [
    'thread, with files in the box',
    async (visit) => {
      await openThread(visit)
      const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Call them') }
      const program = { ...notes, name: 'setup.exe', mimeType: '' }
      const files = [await pictureFile('a photograph with a rather long name.jpg', '#c08040'), notes, program]
      await visit.page.getByLabel('Attach files: file').setInputFiles(files)
      await visit.page.getByText('setup.exe is not a kind of file').waitFor()
      await expect(visit.page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
    },
  ],
  [
    'thread, someone is writing',
    async (visit) => {
      const { page, company } = visit
      await openThread(visit)
      const path = `/desk/${company.discussed}`
      const theirs = await signIn(page.context().browser()!, company.agent, { path })
      await expect(page.getByText('Hanna Host is also here')).toBeAttached()
      await theirs.getByRole('textbox', { name: 'Reply' }).pressSequentially('Half a thought')
      await page.getByText('Hanna Host is writing…').waitFor()
    },
  ],
  [
    'thread, cut off',
    async ({ page, company }) => {
      await page.context().unrouteAll()
      await page.context().route(/\/api\/events/, (route) => route.abort())
      await page.goto(`/chats/${company.discussed}`)
      await page.getByText('Reconnecting…').waitFor()
    },
  ],
  [
    'session ended',
    async (visit) => {
      const { page } = visit
      await openThread(visit)
      const token = await page.evaluate(() => localStorage.getItem('accessToken'))
      await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
      await page.getByText('Your session has ended. Sign in to continue').waitFor()
    },
  ],
]

/** For people who may answer, and write as the customer on this page. */
export const hostThreadStates: State[] = [
  [
    'thread, written by a host',
    async (visit) => {
      await openThread(visit)
      await visit.page.getByText('You are writing as the customer.').waitFor()
    },
  ],
  [
    'thread, a comment would reopen it',
    async (visit) => {
      await open(visit, `/chats/${visit.company.closed}`)
      // Before the page has the enquiry, it does not know that a comment would reopen it.
      await visit.page.getByRole('log').getByText('Torn parcels').waitFor()
      await visit.page.getByRole('textbox', { name: 'Comment' }).fill('One more thing')
      await visit.page.getByRole('button', { name: 'Send Comment' }).click()
      await visit.page.getByRole('alertdialog').waitFor()
    },
  ],
]

export const viewerStates: State[] = [
  screen(
    'not authorised',
    ({ company }) => `/chats/${company.discussed}`,
    (page) => page.getByText(/not authorised/i),
  ),
]
