import { expect, test } from 'vitest'
import { raiseAsCustomer } from '#server/test/customers.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)

/** The contact who raised an enquiry, as an agent sees it. */
async function contactOf(enquiryId: string) {
  const { body } = await agent.get(`/enquiry?_id=${enquiryId}`)
  return (await agent.get(`/contacts/${body.data.docs[0].user._id}`)).body.data
}

async function found(person: Person, query: string) {
  const { body } = await person.get(`/enquiry?${query}`)
  return body.data.docs.map(({ _id }: { _id: string }) => _id)
}

test('a contact raises an enquiry, which shows the contact with the kind “contact”; colleagues have the kind “user” [D11.1]', async () => {
  const { enquiryId } = await raiseAsCustomer(owner, { name: 'Mia Kunde', email: 'mia@kunde.example' })
  const { body } = await viewer.get(`/enquiry?_id=${enquiryId}`)
  expect(body.data.docs[0]).toMatchObject({
    user: { _id: expect.any(String), name: 'Mia Kunde', kind: 'contact', profilePic: null },
    enquiryStatus: 'open',
    summery: 'Where is my order?',
  })
  expect(await member.raise()).toMatchObject({ user: { _id: member.user._id, kind: 'user' } })
})

test('the database refuses an enquiry that both a user and a contact, or neither, would have raised [D11.1]', async () => {
  const { enquiryId } = await raiseAsCustomer(owner)
  const nobody = app.db`update enquiry set created_by = gen_random_uuid() where id = ${enquiryId}`
  await expect(nobody).rejects.toMatchObject({ constraint: 'enquiry_requester' })
  const both = app.db`
    insert into contact (company_id, id, name, email, language, words)
    values (${owner.user.company._id}, ${owner.user._id}, 'Both', 'both@kunde.example', 'en', '')`
  await expect(both).rejects.toMatchObject({ constraint: expect.stringContaining('contact_company_id_id_kind') })
})

test('one address is one contact of a company, in lower case', async () => {
  const first = await raiseAsCustomer(owner, { email: 'same@kunde.example', name: 'First' })
  const second = await raiseAsCustomer(owner, { email: 'same@kunde.example', name: 'Second' })
  const contact = await contactOf(second.enquiryId)
  expect(contact).toMatchObject({ name: 'First', email: 'same@kunde.example', isConfirmed: true, isBlocked: false })
  expect(await found(agent, `raisedBy=${contact._id}`)).toEqual([second.enquiryId, first.enquiryId])
  await raiseAsCustomer(stranger, { email: 'same@kunde.example' })
  expect(await found(agent, `raisedBy=${contact._id}`)).toHaveLength(2)
})

test('the list is searched by a contact’s name and address, and says where it matched', async () => {
  const { enquiryId } = await raiseAsCustomer(owner, { name: 'Zoë Ünlü', email: 'zoe@rarely.example' })
  expect(await found(agent, 'search=unlu')).toEqual([enquiryId])
  expect(await found(agent, `search=${encodeURIComponent('zoe@rarely.example')}`)).toEqual([enquiryId])
  const { body } = await agent.get('/enquiry?search=rarely')
  expect(body.data.docs[0].match).toMatchObject({ field: 'requester', excerpt: 'Zoë Ünlü zoe@rarely.example' })
})

test('a contact’s enquiry is found after its comments have changed', async () => {
  const { enquiryId } = await raiseAsCustomer(owner, { name: 'Kept Name' })
  await agent.patch('/enquiry', { id: enquiryId, comments: 'Looked at' })
  expect(await found(viewer, 'search=kept looked')).toEqual([enquiryId])
})

test('the requesters to filter by are all colleagues, and the contacts that are searched for or named', async () => {
  const { enquiryId } = await raiseAsCustomer(owner, { name: 'Nadia Findable', email: 'nadia@find.example' })
  const contact = await contactOf(enquiryId)
  const asked = { _id: contact._id, name: 'Nadia Findable', kind: 'contact', email: 'nadia@find.example' }
  const { body } = await agent.get('/enquiry/raisers?search=find nad')
  expect(body.data).toContainEqual({ _id: owner.user._id, name: owner.user.name, kind: 'user', email: null })
  expect(body.data.filter(({ kind }: { kind: string }) => kind === 'contact')).toEqual([asked])
  expect((await agent.get('/enquiry/raisers?search=nosuchname')).body.data).not.toContainEqual(asked)
  expect((await agent.get(`/enquiry/raisers?search=nosuchname&ids=${contact._id}`)).body.data).toContainEqual(asked)
  expect((await stranger.get(`/enquiry/raisers?ids=${contact._id}`)).body.data).not.toContainEqual(asked)
})

test('an export names the contact with the address', async () => {
  await raiseAsCustomer(owner, { name: 'Xaver Export', email: 'xaver@export.example' })
  const { body } = await agent.get('/enquiry/export?search=xaver')
  expect(body.message).toContain('Xaver Export <xaver@export.example>')
})

test('the history names the contact who raised an enquiry', async () => {
  const { enquiryId } = await raiseAsCustomer(owner, { name: 'Hana History' })
  const { body } = await viewer.get(`/enquiry/activity?enquiryId=${enquiryId}`)
  expect(body.data.docs).toMatchObject([{ action: 'created', by: { name: 'Hana History', kind: 'contact' } }])
})

test('agents correct a contact’s address and name: it is recorded, has to be confirmed again, and searches find it', async () => {
  const { enquiryId } = await raiseAsCustomer(owner, { name: 'Mispelt', email: 'typo@kunde.example' })
  const { _id } = await contactOf(enquiryId)
  const { status, body } = await agent.patch(`/contacts/${_id}`, { name: 'Misspelt', email: 'Right@Kunde.example' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ name: 'Misspelt', email: 'right@kunde.example', isConfirmed: false })
  expect((await contactOf(enquiryId)).history).toMatchObject([
    {
      action: 'changed',
      by: { name: agent.user.name },
      changes: { name: ['Mispelt', 'Misspelt'], email: ['typo@kunde.example', 'right@kunde.example'] },
    },
  ])
  await waitFor(async () => expect(await found(agent, 'search=misspelt right')).toHaveLength(1))
  expect(await found(agent, 'search=mispelt')).toEqual([])
})

test('an address that another contact has is refused, with the advice to merge', async () => {
  await raiseAsCustomer(owner, { email: 'taken@kunde.example' })
  const { enquiryId } = await raiseAsCustomer(owner)
  const { _id } = await contactOf(enquiryId)
  const { status, body } = await agent.patch(`/contacts/${_id}`, { email: 'taken@kunde.example' })
  expect(status).toBe(409)
  expect(body.errors?.email).toContain('Merge')
})

test('agents merge two contacts: all enquiries are shown as, filtered by and found as the one that stays', async () => {
  const old = await raiseAsCustomer(owner, { name: 'Ada Old', email: 'ada@old.example' })
  const current = await raiseAsCustomer(owner, { name: 'Ada Current', email: 'ada@current.example' })
  const [merged, into] = [await contactOf(old.enquiryId), await contactOf(current.enquiryId)]
  const { status, body } = await agent.post('/contacts/merge', { contact: merged._id, into: into._id })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ _id: into._id, name: 'Ada Current' })

  const both = [current.enquiryId, old.enquiryId]
  expect(await found(viewer, `raisedBy=${into._id}`)).toEqual(both)
  expect(await found(viewer, `raisedBy=${merged._id}`)).toEqual(both)
  const { body: listed } = await viewer.get(`/enquiry?_id=${old.enquiryId}`)
  expect(listed.data.docs[0].user).toMatchObject({ _id: into._id, name: 'Ada Current' })
  await waitFor(async () => expect(await found(viewer, 'search=ada current')).toHaveLength(2))

  expect(await contactOf(old.enquiryId)).toMatchObject({
    _id: into._id,
    merged: [{ name: 'Ada Old', email: 'ada@old.example' }],
    history: [{ action: 'merged', changes: { merged: [null, 'Ada Old <ada@old.example>'] } }],
  })
  const again = await raiseAsCustomer(owner, { name: 'Ada', email: 'ada@old.example' })
  expect(await found(viewer, `raisedBy=${into._id}`)).toEqual([again.enquiryId, ...both])
})

test('a merged contact cannot be merged again, nor a contact into itself, and a stranger merges nobody [D6.3]', async () => {
  const [one, other] = [await raiseAsCustomer(owner), await raiseAsCustomer(owner)]
  const [contact, into] = [await contactOf(one.enquiryId), await contactOf(other.enquiryId)]
  expect((await stranger.post('/contacts/merge', { contact: contact._id, into: into._id })).status).toBe(404)
  expect((await agent.post('/contacts/merge', { contact: into._id, into: into._id })).status).toBe(400)
  await agent.post('/contacts/merge', { contact: contact._id, into: into._id })
  expect((await agent.post('/contacts/merge', { contact: contact._id, into: into._id })).status).toBe(404)
})

test('contacts are for people who may answer', async () => {
  const { enquiryId } = await raiseAsCustomer(owner)
  const { _id } = await contactOf(enquiryId)
  for (const person of [member, viewer]) expect((await person.get(`/contacts/${_id}`)).status).toBe(403)
  expect((await stranger.get(`/contacts/${_id}`)).status).toBe(404)
  expect((await agent.get('/contacts?search=kunde')).body.data.length).toBeGreaterThan(0)
})

test('a bulk change by requester includes the enquiries of merged contacts', async () => {
  const [one, other] = [await raiseAsCustomer(owner), await raiseAsCustomer(owner)]
  const [contact, into] = [await contactOf(one.enquiryId), await contactOf(other.enquiryId)]
  await agent.post('/contacts/merge', { contact: contact._id, into: into._id })
  const { body } = await agent.post('/enquiry/bulk', { filter: { raisedBy: [into._id] }, enquiryStatus: 'closed' })
  expect(body.data.total).toBe(2)
})
