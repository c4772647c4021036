import { expect, test } from 'vitest'
import { testApp } from '#server/test/testApp.ts'

const { app } = await testApp()

async function icons(path: string) {
  const response = await app.inject(path)
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

test('the product’s own server is an icon host: GET with a list of icon names [S7.13] [D7.6]', async () => {
  const { status, body, headers } = await icons('/icons/lucide.json?icons=house%2Csearch')
  expect(status).toBe(200)
  expect(body.prefix).toBe('lucide')
  expect(Object.keys(body.icons).toSorted()).toEqual(['house', 'search'])
  expect(body.icons.house.body).toContain('<')
  expect(headers['cache-control']).toBe('public, max-age=604800')
})

test('unknown icon names are reported, and the other icons are returned [S7.13]', async () => {
  const { body } = await icons('/icons/lucide.json?icons=house,nothing-of-the-kind')
  expect(body.not_found).toEqual(['nothing-of-the-kind'])
  expect(body.icons).toHaveProperty('house')
})

test('unknown sets, paths and long lists are refused [S7.13]', async () => {
  expect((await icons('/icons/other.json?icons=house')).status).toBe(404)
  expect((await icons('/icons/..%2fpackage.json?icons=house')).status).toBe(400)
  expect((await icons('/icons/lucide.json?icons=../a')).status).toBe(400)
  expect((await icons(`/icons/lucide.json?icons=${'a,'.repeat(300)}a`)).status).toBe(400)
  expect((await icons('/icons/lucide.json')).status).toBe(400)
  expect((await icons('/icons/constructor.json?icons=a')).status).toBe(404)
  expect(Object.keys((await icons('/icons/lucide.json?icons=constructor,house')).body.icons)).toEqual(['house'])
})
