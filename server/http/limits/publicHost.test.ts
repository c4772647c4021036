import { expect, test } from 'vitest'
import { customerForm, pageTokenIn, sendForm } from '#server/test/customers.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const { app, ...rest } = await testApp({ PUBLIC_URL: 'https://desk.example', API_URL: 'https://api.desk.example/api' })
const server = { app, ...rest }

async function statusOf(url: string, host: string) {
  return (await app.inject({ url, headers: { host } })).statusCode
}

test('with PUBLIC_URL, requests for other hosts are refused, whatever they ask for', async () => {
  for (const url of ['/', '/f/acme', '/t/x', '/api/auth/profile', '/nothing.js']) {
    expect([url, await statusOf(url, 'evil.example')]).toEqual([url, 421])
  }
  const { body } = await app.inject({ url: '/api/auth/profile', headers: { host: 'evil.example' } })
  expect(JSON.parse(body).message).toContain('https://desk.example')
})

test('the hosts of the page and of its API, this machine, and checks of a load balancer are served', async () => {
  for (const host of ['desk.example', 'DESK.example:443', 'api.desk.example', '127.0.0.1:3000', '[::1]:3000']) {
    expect([host, await statusOf('/api/auth/profile', host)]).toEqual([host, 401])
  }
  for (const url of ['/healthz', '/readyz']) expect(await statusOf(url, '10.0.0.7:3000')).toBe(200)
})

test('a private link is at PUBLIC_URL, however the visitor reached the server [D11.4]', async () => {
  const owner = await registerOwner(server)
  const form = customerForm()
  await owner.patch('/customer-form', form)
  const { page } = await sendForm(server, form.slug)
  expect(page).toContain(`https://desk.example/t#${pageTokenIn(page)}"`)
})

test('without PUBLIC_URL, every host is served', async () => {
  const open = await testApp()
  expect((await open.app.inject({ url: '/healthz', headers: { host: 'any.example' } })).statusCode).toBe(200)
  expect((await open.app.inject({ url: '/api/auth/profile', headers: { host: 'any.example' } })).statusCode).toBe(401)
})
