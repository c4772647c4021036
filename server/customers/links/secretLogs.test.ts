import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openEventHub } from '#server/events/eventHub.ts'
import { postLink } from '#server/test/customers.ts'
import { testApp } from '#server/test/testApp.ts'
import { whenDone } from '#server/test/whenDone.ts'

const token = 'thetokenofalink0000000'

test('no log has the token of a private link, in whatever path and case it is asked for [D11.4]', async () => {
  const server = await testApp({ PUBLIC_URL: 'http://localhost', CATCH_MAILS: 'true' })
  const webDir = await mkdtemp(join(tmpdir(), 'enquiry-desk-web-'))
  await mkdir(join(webDir, 'assets'))
  await writeFile(join(webDir, 'index.html'), '<html></html>')
  const stream = new PassThrough({ encoding: 'utf8' })
  let log = ''
  stream.on('data', (line: string) => (log += line))
  const services = { ...server, config: { ...server.config, webDir }, hub: await openEventHub(server.db) }
  const app = await buildApp(services, { level: 'trace', stream })
  whenDone(() => app.close())
  const pages = ['t', 'c', 's', 'T', 'C', 'S', 'f', 'nothing', 'api/nothing', 'assets']
  const paths = pages.flatMap((page) => [
    `/${page}/${token}`,
    `/${page}/${token}/`,
    `/${page}?${token}`,
    `/${page}/%${token}`,
  ])
  for (const url of paths) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT'] as const) {
      const { headers } = await app.inject({ method, url })
      expect([url, headers['referrer-policy'] ?? 'no-referrer']).toEqual([url, 'no-referrer'])
    }
  }
  await postLink({ ...server, app }, '/c', token)
  await postLink({ ...server, app }, '/s', token, { isPressed: false })
  expect(log).toContain('"route":"/t/:token"')
  expect(log).not.toContain(token)
})
