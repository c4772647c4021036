import type { APIRequestContext } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { join, registerOwner } from '#e2e/support/people.ts'
import { pictureFile } from '#e2e/support/pictures.ts'

export type Company = Awaited<ReturnType<typeof foundCompany>>

export const types = ['Delivery', 'Billing', 'Safety']

/** A company with long names, people in every role, and more than a page of enquiries. The newcomer's has none. */
export async function foundCompany(api: APIRequestContext) {
  const owner = await registerOwner(api, 'Olivia Wilhelmina van der Bergen-Featherstonehaugh')
  const agent = await join(api, owner, 'agent', 'Hanna Host')
  const member = await join(api, owner, 'member', 'Clara Customer')
  const viewer = await join(api, owner, 'viewer', 'Vera Viewer')
  const newcomer = await registerOwner(api, 'Nora Newcomer')
  const send = async (person: SignedIn, path: string, data: object | string, method = 'POST') => {
    const contentType = typeof data === 'string' ? 'text/csv' : 'application/json'
    const headers = { authorization: `Bearer ${person.accessToken}`, 'content-type': contentType }
    const response = await api.fetch(`/api/${path}`, { method, headers, data })
    if (!response.ok()) throw new Error(`${path} failed: ${await response.text()}`)
    return (await response.json()).data
  }
  const rows = Array.from(
    { length: 30 },
    (_, index) => `${types[index % 3]},Crate ${index + 1} is late,Lifted by a crane`,
  )
  await send(owner, 'enquiry/import', `Type,Summary,Description\n${rows.join('\n')}`)
  const { buffer, name } = await pictureFile('a photograph with a rather long name.jpg', '#c08040')
  const photograph = { name, url: dataUrl('image/jpeg', buffer) }
  const discussed: string = (
    await send(member, 'enquiry', {
      enquiryType: 'Damaged goods',
      summery: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze '.repeat(3),
      documents: [photograph],
    })
  )._id
  const comment = (person: SignedIn, side: 'customer' | 'host', message: string, more = {}) =>
    send(person, 'chat', { enquiry: discussed, side, message, ...more })
  await comment(member, 'customer', 'Where is it?')
  await comment(agent, 'host', 'I am looking for it.')
  await send(agent, 'notes', { enquiry: discussed, note: 'They are a partner: be quick.' })
  const note = '@Hanna Host, Clara will ask you again.'
  await send(owner, 'notes', { enquiry: discussed, note, mentions: [agent.userData._id] })
  await comment(agent, 'host', 'Found.', { enquiryStatus: 'closed' })
  const offer = {
    name: 'the offer that we had agreed on.pdf',
    url: dataUrl('application/pdf', Buffer.from('%PDF-1.7')),
  }
  await comment(member, 'customer', 'It is the wrong one', { files: [photograph, photograph, offer] })
  await send(agent, 'answers', { name: 'Greeting', answer: 'Dear {{customer.name}}, about {{enquiry.id}}:' })
  const silent: string = (await send(member, 'enquiry', { enquiryType: 'Claim', summery: 'Wet parcels' }))._id
  const closed: string = (await send(member, 'enquiry', { enquiryType: 'Claim', summery: 'Torn parcels' }))._id
  await send(agent, 'enquiry', { id: closed, enquiryStatus: 'closed' }, 'PATCH')
  return { owner, agent, member, viewer, newcomer, discussed, silent, closed, send }
}

function dataUrl(type: string, content: Buffer) {
  return `data:${type};base64,${content.toString('base64')}`
}
