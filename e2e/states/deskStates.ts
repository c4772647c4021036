import { failed, loading, open, screen, type State, type Visit, waitForAllDetails } from './state.ts'

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

function threadPath({ company }: Visit) {
  return `/desk/${company.discussed}`
}

/** A narrow window shows either the queue or the thread. */
function queuePath(visit: Visit) {
  return visit.isNarrow ? '/desk' : threadPath(visit)
}

export const deskStates: State[] = [
  ['desk', openDesk],
  loading('desk, queue', queue, threadPath),
  failed('desk, queue', queue, queuePath),
  loading('desk, thread', conversation, threadPath),
  failed('desk, thread', conversation, threadPath),
  screen('desk, nothing in the queue', '/desk?assignee=mine&enquiryStatus=inReview', (page) =>
    page.getByText('Nothing here'),
  ),
  screen('desk, unknown enquiry', '/desk/00000000-0000-7000-8000-000000000000', (page) =>
    page.getByRole('heading', { name: 'Enquiry not found' }),
  ),
  [
    'desk, filters and a search',
    async (visit) => {
      await open(visit, '/desk?search=crate')
      await visit.page.getByRole('button', { name: 'Filters' }).click()
      await visit.page.getByText('found, newest first').waitFor()
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
      await page.getByRole('menuitemradio', { name: 'Send and close' }).waitFor()
    },
  ],
  [
    'desk, writing a note that mentions a colleague',
    async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Internal note' }).click()
      await page.getByRole('textbox', { name: 'Internal note' }).fill('Mind the tone, @')
      await page.getByRole('option', { name: /^Olivia/ }).waitFor()
    },
  ],
  [
    'desk, details',
    async (visit) => {
      await open(visit, `${threadPath(visit)}?pane=details`)
      await waitForAllDetails(visit.page)
      await visit.page.getByRole('button', { name: 'History' }).click()
      await visit.page.getByText('reopened the enquiry').last().waitFor()
    },
  ],
  [
    'notification inbox',
    async (visit) => {
      const { company, page } = visit
      const mentions = [company.agent.userData._id]
      await company.send(company.owner, 'notes', { enquiry: company.silent, note: 'Please, @Hanna Host', mentions })
      await openDesk(visit)
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await page
        .getByRole('link', { name: /replied/ })
        .or(page.getByRole('link', { name: /new replies/ }))
        .first()
        .waitFor()
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
      await page.getByRole('button', { name: 'Edit Greeting' }).click()
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
    },
  ],
]
