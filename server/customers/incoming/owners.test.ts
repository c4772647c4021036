import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Recipients } from '#server/customers/mails/recipients.ts'
import { acceptMails } from '#server/test/mail/incomingMail.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { findOwner } from './intake.ts'

const app = await testApp()
const recipients = new Recipients('Support@desk.example', app.linkSecrets)
const acme = await acceptMails(await registerOwner(app))
const ownerOf = (...addresses: string[]) => findOwner(app.db, recipients, addresses)

test('an email in a mailbox takes its turn with those of the company that it names [D12.2]', async () => {
  expect(await ownerOf('kim@kunde.example', 'support@desk.example', acme)).toBe(acme)
})

test('an invented address or token counts as the mailbox’s own, so it gives no further turn [D12.2]', async () => {
  const invented = ['support+nobody@desk.example', recipients.ofMail(randomUUID()), 'support@desk.example']
  for (const address of invented) expect(await ownerOf(address)).toBe('support@desk.example')
  expect(await ownerOf('support+nobody@desk.example', acme)).toBe(acme)
  expect(await ownerOf()).toBe('support@desk.example')
})

test('of very many addresses that an email names, only the first ones are looked up [D12.2]', async () => {
  const many = Array.from({ length: 10_000 }, (_, number) => `support+x${number}@desk.example`)
  expect(await ownerOf(...many, acme)).toBe('support@desk.example')
})
