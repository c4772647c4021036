import { expect, test } from 'vitest'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import { mostSorted, planModes, plansOfQueries, queriesOf, rowsRead, scannedWhole } from '#server/test/queryPlans.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const owner = await registerOwner(app)
await fillCompany(app, owner.user, 5000)

test.each(['', '?assignee=unassigned', '?enquiryStatus=onHold', '?enquiryStatus=onHold&assignee=unassigned'])(
  'however many enquiries are on hold, the queue (%s) is read in its order',
  async (query) => {
    await app.db`update enquiry set status = 'onHold' where status <> 'closed' and enquiry_no % 100 > 0`
    await app.db`vacuum analyze enquiry`
    for (const mode of planModes) {
      const nodes = await plansOfQueries(app.db, await queriesOf(() => owner.get(`/desk/queue${query}`)), mode)
      expect([mode, scannedWhole(nodes)]).toEqual([mode, []])
      expect([mode, mostSorted(nodes) <= 100, rowsRead(nodes) <= 60]).toEqual([mode, true, true])
    }
  },
)
