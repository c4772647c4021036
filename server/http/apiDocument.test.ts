import { expect, test } from 'vitest'
import { testApp } from '#server/test/testApp.ts'

const { app } = await testApp({ APP_NAME: 'Help & Co' })
const document = (await app.inject({ url: '/api/openapi.json' })).json()

test('an OpenAPI 3.1 document describes every route and schema [D7.5]', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.title).toBe('Help & Co API')
  expect(Object.keys(document.paths).toSorted()).toEqual([
    '/api/answers',
    '/api/answers/{id}',
    '/api/auth/confirmation',
    '/api/auth/email-links',
    '/api/auth/email-links/state',
    '/api/auth/forgot',
    '/api/auth/login',
    '/api/auth/logout',
    '/api/auth/me',
    '/api/auth/password',
    '/api/auth/profile',
    '/api/auth/reauthenticate',
    '/api/auth/refresh',
    '/api/auth/register',
    '/api/auth/reset',
    '/api/auth/sessions',
    '/api/auth/sessions/{id}',
    '/api/chat',
    '/api/desk/queue',
    '/api/desk/summary',
    '/api/enquiry',
    '/api/enquiry/activity',
    '/api/enquiry/bulk',
    '/api/enquiry/export',
    '/api/enquiry/import',
    '/api/enquiry/raisers',
    '/api/enquiry/summary',
    '/api/events',
    '/api/files/{key}',
    '/api/invitations',
    '/api/invitations/state',
    '/api/invitations/{id}',
    '/api/jobs',
    '/api/jobs/{id}',
    '/api/jobs/{id}/results',
    '/api/jobs/{id}/stop',
    '/api/jobs/{id}/undo',
    '/api/jwt/register',
    '/api/notes',
    '/api/presence',
    '/api/seen',
    '/api/storage',
    '/api/team',
    '/api/team/{id}',
    '/api/unread',
    '/api/users',
    '/api/views',
    '/api/views/{id}',
  ])
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

test('a page shows the document [D7.5]', async () => {
  const page = await app.inject({ url: '/api/docs' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'")
})
