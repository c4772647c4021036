import { accountStates } from './states/accountStates.ts'
import { type Company, foundCompany } from './states/company.ts'
import { customerStates } from './states/customerStates.ts'
import { deskStates } from './states/deskStates.ts'
import { customerEmailStates, emailStates, receptionStates } from './states/emailStates.ts'
import { createStates, enquiryStates } from './states/enquiryStates.ts'
import { emptyStates, listStates, overListStates } from './states/listStates.ts'
import { operatorStates } from './states/operatorStates.ts'
import type { Screens } from './states/state.ts'
import { hostThreadStates, threadStates, viewerStates } from './states/threadStates.ts'
import { visitorStates } from './states/visitorStates.ts'
import { examine, screenSizes } from './support/examine.ts'
import { test } from './support/journey.ts'
import { signIn } from './support/people.ts'

// Traces would take a fifth of the time, and a failure shows its element and a screenshot.
test.use({ trace: 'off' })

const owner = (company: Company) => company.owner
const groups: Screens[] = [
  {
    name: 'the list and its dialogs',
    person: owner,
    states: [...listStates, ...overListStates],
    wideStates: listStates,
  },
  { name: 'the desk', person: (company) => company.agent, states: deskStates, wideStates: deskStates },
  { name: 'emails of customers', person: (company) => company.agent, states: emailStates, wideStates: emailStates },
  { name: 'the reception of emails', person: owner, states: receptionStates, wideStates: receptionStates },
  { name: 'an enquiry', person: owner, states: enquiryStates, wideStates: enquiryStates },
  { name: 'the create form', person: owner, states: createStates },
  { name: 'a thread', person: (company) => company.member, states: threadStates },
  { name: 'a thread, for a host', person: (company) => company.agent, states: hostThreadStates },
  { name: 'the profile and the team', person: owner, states: accountStates },
  { name: 'the page of operators', person: owner, states: operatorStates, wideStates: operatorStates },
  { name: 'the pages without sign-in', states: visitorStates },
  { name: 'the form for customers', states: customerStates, wideStates: customerStates },
  { name: 'a customer’s page with emails', states: customerEmailStates },
  {
    name: 'a company without enquiries',
    person: (company) => company.newcomer,
    states: emptyStates,
    wideStates: emptyStates,
  },
  {
    name: 'the page for people without the right',
    person: (company) => company.viewer,
    states: viewerStates,
  },
]

for (const size of screenSizes) {
  const width = `${size.viewport.width} px wide`
  const isNarrow = size.viewport.width < 900

  for (const { name, person, states, wideStates = [] } of groups) {
    const shown = isNarrow ? states : wideStates
    if (shown.length === 0) continue
    test(`WCAG 2.2 AA, ${width}: ${name}`, async ({ browser, playwright }, { project }) => {
      const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
      const company = await foundCompany(api)
      const page = person
        ? await signIn(browser, person(company), size)
        : await (await browser.newContext(size)).newPage()
      for (const [state, show] of shown) {
        await test.step(state, async () => {
          await show({ page, company, isNarrow })
          await examine(page, state)
        })
      }
    })
  }
}
