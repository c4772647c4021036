import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { confirmAddress, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

test('a server that catches its mails shows them, with their links, and sends none', async () => {
  const server = await testApp({ CATCH_MAILS: 'true', PUBLIC_URL: 'http://localhost:3000' })
  const owner = await registerOwner(server, { name: 'Olivia <b>Owner' })
  const open = (url: string) => server.app.inject({ method: 'GET', url })
  await waitFor(async () => expect((await open('/dev/mails.json')).json()).toHaveLength(1))
  expect((await open('/dev/mails.json')).json()).toMatchObject([
    { to: owner.user.email, subject: 'Confirm your email address for Enquiry Desk' },
  ])
  await confirmAddress(owner)
  await owner.post('/invitations', { email: 'hugo@acme.test', role: 'agent' })
  await waitFor(async () => expect((await open('/dev/mails.json')).json()).toHaveLength(2))
  const { body, headers } = await open('/dev/mails')
  expect(body).toMatch(/<a href="http:\/\/localhost:3000\/email\?token=[\w.-]+">/)
  expect(body).toContain('Olivia &lt;b&gt;Owner')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})

test('other servers show no mails', async () => {
  const { app } = await testApp()
  for (const url of ['/dev/mails.json', '/api/dev/mails']) {
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
})

test('mails are caught only on this machine, and only without a mail server', () => {
  const catching = { CATCH_MAILS: 'true', PUBLIC_URL: 'http://localhost:3000' }
  expect(readConfig(catching)).toMatchObject({ catchesMails: true, sendsMail: true })
  expect(() => readConfig({ ...catching, HOST: '0.0.0.0' })).toThrow('CATCH_MAILS')
  expect(() => readConfig({ ...catching, SMTP_URL: 'smtp://mail.test' })).toThrow('CATCH_MAILS')
  expect(() => readConfig({ CATCH_MAILS: 'true' })).toThrow('PUBLIC_URL')
})
