import type { FastifyBaseLogger } from 'fastify'
import { expect, test, vi } from 'vitest'
import { startHousekeeping } from '#server/housekeeping.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { checkCounts } from './countCheck.ts'

const app = await testApp()
const { owner, member, stranger } = await people(app)
const summary = async () => (await owner.get('/enquiry/summary')).body.data

test('the check leaves correct totals as they are', async () => {
  const raised = await member.raise()
  await member.patch('/enquiry', { id: raised._id, enquiryStatus: 'closed' })
  await stranger.raise()
  expect(await checkCounts(app.db)).toEqual([])
})

test('the check recounts wrong totals and returns only the company that had them', async () => {
  const { _id: companyId } = owner.user.company
  const right = await summary()
  await app.db`update enquiry_count set count = count + 3 where company_id = ${companyId} and status = 'closed'`
  expect((await summary()).total).toBe(right.total + 3)
  expect(await checkCounts(app.db)).toEqual([companyId])
  expect(await summary()).toEqual(right)
  await app.db`
    insert into assignee_count values (${companyId}, ${owner.user._id}, 'open', 2)`
  const mine = async () => (await owner.get('/desk/queue?assignee=mine')).body.data.totalDocs
  expect(await mine()).toBe(2)
  expect(await checkCounts(app.db)).toEqual([companyId])
  expect(await mine()).toBe(0)
  await app.db`delete from enquiry_stretch_count where company_id = ${companyId} and status = 'closed'`
  expect(await checkCounts(app.db)).toEqual([companyId])
  expect(await checkCounts(app.db)).toEqual([])
})

test('a repair of kept totals is logged as an error with the company', async () => {
  const { _id: companyId } = owner.user.company
  await app.db`update enquiry_count set count = count + 1 where company_id = ${companyId} and status = 'closed'`
  const log = { error: vi.fn<(...logged: unknown[]) => void>(), info: vi.fn<(...logged: unknown[]) => void>() }
  const housekeeping = startHousekeeping(app, log as Partial<FastifyBaseLogger> as FastifyBaseLogger, { firstRunMs: 0 })
  await waitFor(() =>
    expect(log.info).toHaveBeenCalledWith(expect.objectContaining({ step: 'check counts', count: 1 }), 'housekeeping'),
  )
  await housekeeping.stop()
  expect(log.error.mock.calls).toEqual([[{ company: companyId }, 'stored totals were wrong and have been corrected']])
  expect(await checkCounts(app.db)).toEqual([])
})
