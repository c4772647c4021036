import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { everyRoute, isApiRoute } from '#server/test/routes/everyRoute.ts'
import { testApp } from '#server/test/testApp.ts'
import { apiPaths, apiPrefix } from './apiPaths.ts'

const { built, routes } = await everyRoute(() => testApp({ APP_NAME: 'Help & Co' }))
const { app } = built
const document = (await app.inject({ url: '/api/openapi.json' })).json()

/** The routes of the document, as Fastify writes them: `GET /api/jobs/:id`. */
function operations() {
  return Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
}

test('an OpenAPI 3.1 document describes every route and schema [D7.5]', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.title).toBe('Help & Co API')
  const served = routes.filter(isApiRoute).toSorted()
  expect(operations().toSorted(), 'the document hides a route whose schema has no `tags`').toEqual(served)
  const create = document.paths['/api/enquiry'].post
  expect(create.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/CreateEnquiryInput',
  })
  const form = create.requestBody.content['multipart/form-data'].schema
  expect(form.properties.documents).toMatchObject({ type: 'array', maxItems: 5, items: { format: 'binary' } })
  expect([form.properties.summery.maxLength, form.required]).toEqual([300, ['enquiryType']])
  expect(document.components.schemas.CreateEnquiryInput.required).toEqual(['enquiryType'])
  expect(document.components.schemas.Enquiry.properties.enquiryStatus.enum).toContain('inReview')
})

test('every route has its path from the list of all paths, which has no other [D7.2]', () => {
  const served = routes.filter((route) => route.includes(` ${apiPrefix}/`) && !route.endsWith('*'))
  const paths = served.map((route) => route.split(` ${apiPrefix}`)[1]!)
  expect([...new Set(paths)].toSorted()).toEqual(Object.values(apiPaths).toSorted())
})

test('every reference in the document resolves [D7.5]', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  const names = [...references].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(document.components.schemas).toHaveProperty(name!)
})

test('the document describes error responses [D7.5] [D8.3]', () => {
  const { responses } = document.paths['/api/enquiry'].patch
  expect(responses['4XX'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/ErrorResponse' })
})

function askFor(headers: Record<string, string>) {
  return app.inject({ url: '/api/openapi.json', headers })
}

test('the document is sent compressed, and not again to those who have it [D7.5]', async () => {
  const packed = await askFor({ 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(String(gunzipSync(packed.rawPayload)))).toEqual(document)
  const again = await askFor({ 'if-none-match': String(packed.headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect((await askFor({ 'if-none-match': '"another"' })).json()).toEqual(document)
})

test('with API_DOCS=off there is neither the document nor its page [D7.5]', async () => {
  const { app: silent } = await testApp({ API_DOCS: 'off' })
  for (const url of ['/api/openapi.json', '/api/docs']) {
    expect((await silent.inject(url)).json()).toMatchObject({ code: 'not-found' })
  }
})

test('a page shows the document [D7.5]', async () => {
  const page = await app.inject({ url: '/api/docs' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'")
})
