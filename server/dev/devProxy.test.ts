import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer as createBackend } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, loadConfigFromFile } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/projectRoot.ts'

const web = join(projectRoot, 'web')

/** The page's server of `npm run dev`, in front of a server that answers everything with `server`. */
async function startDev() {
  const backend = createBackend((_request, response) => response.end('server')).listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const target = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  const { config } = (await loadConfigFromFile(
    { command: 'serve', mode: 'development' },
    join(projectRoot, 'vite.config.ts'),
  ))!
  const paths = Object.keys(config.server!.proxy!)
  const dev = await createServer({
    ...config,
    configFile: false,
    root: web,
    cacheDir: join(tmpdir(), 'enquiry-desk-vite'),
    logLevel: 'silent',
    server: { port: 0, proxy: Object.fromEntries(paths.map((path) => [path, target])), ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  await dev.listen()
  onTestFinished(async () => {
    await dev.close()
    backend.close()
  })
  const { port } = dev.httpServer!.address() as AddressInfo
  return async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text()
}

test('`npm run dev` sends requests of the API to the server, and serves the modules of web/api itself', async () => {
  const get = await startDev()
  const files = readdirSync(join(web, 'api'), { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  for (const file of modules) expect(await get(`/api/${file}`)).toContain('sourceMappingURL')
  for (const path of [
    '/api/enquiry?page=2',
    '/api/docs',
    '/api/openapi.json',
    '/f/acme?lang=de',
    '/c',
    '/c/token',
    '/dev/mails',
  ])
    expect(await get(path)).toBe('server')
})
