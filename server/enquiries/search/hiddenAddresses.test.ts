import { expect, test } from 'vitest'
import { raiseAsCustomer } from '#server/test/customers.ts'
import { people, type Person } from '#server/test/people.ts'
import { everyRoute, isApiRoute } from '#server/test/routes/everyRoute.ts'
import { statusOf } from '#server/test/routes/routeAnswers.ts'
import { callOf, freshToken } from '#server/test/routes/routeCalls.ts'
import { testApp } from '#server/test/testApp.ts'

const { built: app, routes } = await everyRoute(() => testApp())
const world = await people(app)
const { owner, agent, member, viewer } = world
const [answering, others] = [
  [owner, agent],
  [member, viewer],
]

const email = 'kunigunde@xylophone.example'
const customer = { name: 'Mia Kunde', email }
const { enquiryId } = await raiseAsCustomer(owner, { ...customer, summery: 'Where is my order?' })
const mentioning = await member.raise({ summery: 'A xylophone for the office' })
const inThread = await raiseAsCustomer(owner, { ...customer, summery: 'A second order' })
await agent.post('/chat', { enquiry: inThread.enquiryId, side: 'host', message: 'Your xylophone is on its way' })

async function idsOf(person: Person, search: string, more = '') {
  const { body } = await person.get(`/enquiry?search=${encodeURIComponent(search)}${more}`)
  return { ids: body.data.docs.map(({ _id }: { _id: string }) => _id), total: body.data.totalDocs }
}

const contacts = async (person: Person, search: string) => {
  const { body } = await person.get(`/enquiry/raisers?search=${search}`)
  return body.data.filter(({ kind }: { kind: string }) => kind === 'contact')
}

const csvOf = async (person: Person) => (await person.get('/enquiry/export')).body.message

const found = (...ids: string[]) => ({ ids, total: ids.length })

test('only people who may answer find enquiries by the address of their customer [D6.2]', async () => {
  for (const more of ['', '&enquiryStatus=open', '&enquiryType=Question']) {
    for (const person of answering) {
      expect(await idsOf(person, 'kunigunde', more)).toEqual(found(inThread.enquiryId, enquiryId))
    }
    for (const person of others) {
      expect(await idsOf(person, 'kunigunde', more)).toEqual(found())
      expect(await idsOf(person, email, more)).toEqual(found())
    }
  }
})

test('a word that is in an address and elsewhere is found where the person may read it [D6.2]', async () => {
  for (const person of others) expect((await idsOf(person, 'mia')).total).toBe(2)
  expect(await idsOf(agent, 'xylophone')).toEqual(found(inThread.enquiryId, mentioning._id, enquiryId))
  expect(await idsOf(member, 'xylophone')).toEqual(found(inThread.enquiryId, mentioning._id))
  expect(await idsOf(viewer, 'xylophone')).toEqual(found(mentioning._id))
})

test('only people who may answer find customers by their address; everyone finds them by name [D6.2]', async () => {
  for (const person of answering) expect(await contacts(person, 'xylophone')).toMatchObject([{ email }])
  for (const person of others) {
    expect(await contacts(person, 'xylophone')).toEqual([])
    expect(await contacts(person, 'mia')).toMatchObject([{ name: 'Mia Kunde', email: null }])
  }
})

test('an export by an agent has the addresses of customers, one by a member or a viewer has not [D6.2]', async () => {
  expect(await csvOf(agent)).toContain(`Mia Kunde <${email}>`)
  for (const person of others) expect(await csvOf(person)).toMatch(/,Mia Kunde,/)
})

test('no route that members or viewers may read has the address of a customer [D6.2]', async () => {
  const read = routes.filter((route) => isApiRoute(route) && /^GET (?!.*\/(events|customer)\b)/.test(route))
  const leaks: string[] = []
  for (const person of others) {
    for (const route of read) {
      const call = await callOf(route, world, person)
      const searches = /(enquiry|raisers|export)$/.test(route) ? [call, { ...call, query: '?search=mia' }] : [call]
      for (const each of searches) {
        const { status, body } = await statusOf(person, route, each, await freshToken(person))
        if (status === 200 && /@(xylophone|kunde)\.example/.test(body)) leaks.push(`${person.user.role}: ${route}`)
      }
    }
  }
  expect(leaks).toEqual([])
})
