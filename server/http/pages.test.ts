import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Registration } from '#contract/accounts.ts'
import { registrationOffered } from '#server/accounts/signIn/registration.ts'
import { readConfig } from '#server/config.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { sendError } from './errors.ts'
import { servePages } from './pages.ts'

const webDir = await mkdtemp(join(tmpdir(), 'enquiry-desk-web-'))
afterAll(() => rm(webDir, { recursive: true }))
await mkdir(join(webDir, 'assets'))
await writeFile(
  join(webDir, 'index.html'),
  `<html data-color-scheme="__COLOR_SCHEME__" data-sidebar="__SIDEBAR__"><title>__TITLE__</title><script nonce="__CSP_NONCE__" src="/assets/a.js"></script>
  <script type="application/json" id="settings">__SETTINGS__</script></html>`,
)
await writeFile(join(webDir, 'assets/a.js'), 'plain')
await writeFile(join(webDir, 'assets/a.js.br'), brotliCompressSync('packed'))

async function site(settings: Record<string, string> = {}, offered: () => Promise<Registration> = async () => 'open') {
  const app = Fastify()
  app.setErrorHandler(sendError)
  await app.register(cookie)
  await servePages(app, { ...readConfig(settings), webDir }, offered)
  return app
}

const app = await site({
  APP_NAME: 'Tom & Co </script><b>',
  VENDOR_NAME: 'Vendor Ltd',
  VENDOR_URL: 'https://vendor.test',
  NOTICE: 'Closed on Friday',
  ICON_HOSTS: 'https://icons.test/path',
})

test('names, vendor and notice reach the page at run time, as data that cannot inject markup [D0.1] [D1.1]', async () => {
  const { body } = await app.inject('/login')
  const [, json] = /id="settings">(.*?)<\/script>/.exec(body)!
  expect(JSON.parse(json!)).toEqual({
    appName: 'Tom & Co </script><b>',
    sendsMail: false,
    registration: 'open',
    vendorName: 'Vendor Ltd',
    vendorUrl: 'https://vendor.test',
    notice: 'Closed on Friday',
    iconHosts: ['https://icons.test/path'],
    apiUrl: '/api',
  })
  expect(body).toContain('<title>Tom &amp; Co &lt;/script>&lt;b></title>')
})

test('the page offers registration until a company exists, then follows the setting', async () => {
  const world = await testApp({ REGISTRATION: 'invited' })
  const settings = { REGISTRATION: 'invited' }
  const page = await site(settings, registrationOffered(world))
  expect(await registrationIn(page)).toBe('open')
  await registerOwner(world)
  expect(await registrationIn(page)).toBe('invited')
  const withoutDatabase = await site(settings, () => Promise.reject(new Error('The database is not responding')))
  expect(await registrationIn(withoutDatabase)).toBe('invited')
})

async function registrationIn(page: Awaited<ReturnType<typeof site>>) {
  const { body } = await page.inject('/login')
  return JSON.parse(/id="settings">(.*?)<\/script>/.exec(body)![1]!).registration
}

test('every path serves the page, including unknown ones [S2.4]', async () => {
  for (const path of ['/', '/login', '/enquiry/AddEnquiry', '/no/such/page', '/some.page']) {
    const { statusCode, headers } = await app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
})

test('a missing file or another method gets 404, not the page', async () => {
  expect((await app.inject('/assets/old.js')).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
  expect((await app.inject('/..%2f..%2fpackage.json')).statusCode).toBe(404)
})

test('each page has a security policy with a new nonce and without inline scripts, and is not cached', async () => {
  const [first, second] = [await app.inject('/'), await app.inject('/')]
  const policy = String(first.headers['content-security-policy'])
  const [, nonce] = /script-src 'self' 'nonce-(.+?)'/.exec(policy)!
  expect(first.body).toContain(`<script nonce="${nonce}" src`)
  expect(second.body).not.toContain(nonce)
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("connect-src 'self' https://icons.test;")
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(first.headers).not.toHaveProperty('etag')
})

test('the address of the API reaches the page and its policy at run time [S7.1]', async () => {
  const settings = { PUBLIC_URL: 'https://desk.test', API_URL: 'https://api.desk.test/api', ICON_HOSTS: 'none' }
  const { body, headers } = await (await site(settings)).inject('/login')
  expect(body).toContain('"apiUrl":"https://api.desk.test/api"')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("; connect-src 'self' https://api.desk.test;")
  expect(policy).toContain("; img-src 'self' data: blob: https://api.desk.test;")
})

test('hashed files are served compressed and cached forever', async () => {
  const packed = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'br' } })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await app.inject('/assets/a.js')).body).toBe('plain')
})

test('the page is compressed for browsers that accept it, except the first page of the list', async () => {
  for (const url of ['/login', '/?page=2', '/t/secret']) {
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
    expect(gunzipSync(packed.rawPayload).toString()).toMatch(/^<html/)
  }
  const plain = [
    ['/', 'gzip, deflate'],
    ['/login', 'identity'],
    ['/login', 'gzip;q=0, *'],
  ] as const
  for (const [url, encodings] of plain) {
    const { body, headers } = await app.inject({ url, headers: { 'accept-encoding': encodings } })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers.vary).toBe('accept-encoding')
    expect(body).toMatch(/^<html/)
  }
})

test('the page is served in the chosen colour mode, or the system’s if none was chosen', async () => {
  expect(await attributeWith('color-scheme', { colorMode: 'dark' })).toBe('dark')
  expect(await attributeWith('color-scheme', { colorMode: 'light' })).toBe('light')
  expect(await attributeWith('color-scheme', { colorMode: 'system' })).toBe('system')
  expect(await attributeWith('color-scheme', { colorMode: '"><b>' })).toBe('system')
  expect(await attributeWith('color-scheme', {})).toBe('system')
})

test('the page is served with the whole sidebar, unless the person has collapsed it in this browser [D2.10]', async () => {
  expect(await attributeWith('sidebar', {})).toBe('whole')
  expect(await attributeWith('sidebar', { sidebar: 'collapsed' })).toBe('collapsed')
  expect(await attributeWith('sidebar', { sidebar: 'whole' })).toBe('whole')
  expect(await attributeWith('sidebar', { sidebar: '"><b>' })).toBe('whole')
})

async function attributeWith(name: string, cookies: Record<string, string>) {
  const { body } = await app.inject({ url: '/', cookies })
  return new RegExp(`data-${name}="(.*?)"[ >]`).exec(body)?.[1]
}

test('every response says that no camera, microphone or position is used', async () => {
  const open = await testApp()
  for (const url of ['/', '/healthz', '/api/enquiry']) {
    expect((await open.app.inject(url)).headers['permissions-policy']).toContain('camera=()')
  }
})

test('HSTS is sent and cookies are secure only if the public URL is https', async () => {
  const plain = await testApp()
  const secure = await testApp({ PUBLIC_URL: 'https://desk.test' })
  const payload = { companyName: 'A', name: 'A', email: 'a@a.test', password: 'long enough' }
  const register = { method: 'POST', url: '/api/auth/register', payload } as const
  const [open, closed] = [await plain.app.inject(register), await secure.app.inject(register)]
  expect(open.headers).not.toHaveProperty('strict-transport-security')
  expect(closed.headers['strict-transport-security']).toContain('max-age=31536000')
  expect([open.cookies[0]?.secure, closed.cookies[0]?.secure]).toEqual([undefined, true])
})

test('/healthz and /readyz report whether the process and its database respond', async () => {
  const { app: whole, guardDb } = await testApp()
  expect((await whole.inject('/healthz')).statusCode).toBe(200)
  expect((await whole.inject('/readyz')).statusCode).toBe(200)
  await guardDb.end()
  expect((await whole.inject('/healthz')).statusCode).toBe(200)
  expect((await whole.inject('/readyz')).json()).toMatchObject({ code: 'unavailable' })
})
