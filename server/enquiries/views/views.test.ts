import { expect, test } from 'vitest'
import type { SavedView } from '#contract/views.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, member, viewer, stranger } = await people(app)

const namesFor = async (person: Person) => {
  const { body } = await person.get<SavedView[]>('/views')
  return body.data.map(({ name }) => name)
}

test('a person saves a view of their own under a name', async () => {
  const { status, body } = await member.post('/views', { name: ' Mine ', query: 'enquiryStatus=open&sort=summery' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ message: 'View “Mine” saved', data: { name: 'Mine', isShared: false } })
  expect(await namesFor(member)).toEqual(['Mine'])
  expect(await namesFor(owner)).toEqual([])
})

test('only an owner saves a view for the company, and no other company sees it', async () => {
  expect((await owner.post('/views', { name: 'Ours', query: 'search=x', isShared: true })).status).toBe(201)
  expect(await namesFor(viewer)).toEqual(['Ours'])
  expect(await namesFor(stranger)).toEqual([])
  expect((await member.post('/views', { name: 'Theirs', query: '', isShared: true })).status).toBe(403)
})

test('only the person who saved a view changes and removes it', async () => {
  const { body } = await viewer.post('/views', { name: 'Old', query: 'page=1' })
  const url = `/views/${body.data._id}`
  expect((await viewer.patch(url, { name: 'New' })).body.data).toMatchObject({ name: 'New', query: 'page=1' })
  expect((await member.patch(url, { name: 'Stolen' })).status).toBe(404)
  expect((await member.delete(url)).status).toBe(404)
  expect((await viewer.patch(url, { isShared: true })).status).toBe(403)
  expect((await viewer.delete(url)).status).toBe(200)
  expect(await namesFor(viewer)).toEqual(['Ours'])
})

test('only owners change and remove a company view', async () => {
  const { body } = await owner.post('/views', { name: 'Board', query: '', isShared: true })
  const url = `/views/${body.data._id}`
  expect((await member.patch(url, { name: 'Bored' })).status).toBe(403)
  expect((await member.delete(url)).status).toBe(403)
  expect((await stranger.delete(url)).status).toBe(404)
  expect((await owner.delete(url)).status).toBe(200)
})

test('no two views of a person have the same name in any case; a company view may share it', async () => {
  await owner.post('/views', { name: 'Late', query: '' })
  const again = await owner.post('/views', { name: 'LATE', query: '' })
  expect([again.status, again.body.errors]).toEqual([
    409,
    { name: 'A view with this name already exists. Choose another name' },
  ])
  expect((await owner.post('/views', { name: 'Late', query: '', isShared: true })).status).toBe(201)
  const other = await owner.post('/views', { name: 'Later', query: '' })
  expect((await owner.patch(`/views/${other.body.data._id}`, { name: 'late' })).status).toBe(409)
})

test('a person can save at most 50 views', async () => {
  const codes = new Set<number>()
  for (let number = 0; number < 51; number++) {
    codes.add((await stranger.post('/views', { name: `View ${number}`, query: '' })).status)
  }
  expect(codes).toEqual(new Set([201, 409]))
  expect(await namesFor(stranger)).toHaveLength(50)
})

test.each([
  ['no name', { query: '' }, 'name'],
  ['a blank name', { name: ' ', query: '' }, 'name'],
  ['a name of 61 characters', { name: 'x'.repeat(61), query: '' }, 'name'],
  ['a query of 2,001 characters', { name: 'x', query: 'x'.repeat(2001) }, 'query'],
])('a view with %s is refused [D8.3]', async (_what, payload, field) => {
  const { status, body } = await owner.post('/views', payload)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
})
