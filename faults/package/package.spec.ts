import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { Images, newVolume, Running } from './container.ts'
import { unpackPackage, Unpacked } from './unpacked.ts'

const place = resolve('test-results/faults/package')
const { IMAGE_STORAGE: storage, IMAGE_BASE: base } = process.env
const person = { companyName: 'Acme', name: 'Olivia', email: 'olivia@acme.test', password: 'correct horse battery' }
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let folder = ''
let paths: string[] = []

test.beforeAll(async () => {
  ;({ folder, paths } = await unpackPackage(place))
})

async function post(origin: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, data: (await response.json()).data }
}

test('a list in the package names the version of each of its packages, and of those in the page [D13.1]', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'))
  const listed = components.map(({ purl }: { purl: string }) => decodeURIComponent(purl))
  const names = paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [])
  const expected = [...names, 'react'].map((name) => `pkg:npm/${name}@${packages[`node_modules/${name}`].version}`)
  expect(listed).toEqual(expect.arrayContaining(expected))
})

test('the package has no source, and of the packages only those of production [D13.1]', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const inPackages = paths.filter((path) => path.startsWith('node_modules/'))
  const found = new Set(inPackages.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)![0]))
  expect([...found].filter((path) => !packages[path] || packages[path].dev)).toEqual([])
  expect([...found]).toEqual(expect.arrayContaining(['node_modules/sharp', 'node_modules/@node-rs/argon2']))
  expect(paths.filter((path) => /\.(tsx?|map)$/.test(path))).toEqual([])
  expect(paths.filter((path) => path.startsWith('server/') && !/\.(sql|json)$/.test(path))).toEqual([])
  const wanted = [
    'CHANGELOG.md',
    'docs/operations.md',
    'docs/upgrading.md',
    'licenses/page.md',
    'licenses/server.md',
    'ops/Containerfile',
  ]
  expect(paths).toEqual(expect.arrayContaining(['main.js', ...wanted]))
})

test('its pages link only files that it has [D13.1]', () => {
  const pages = paths.filter((path) => /^(docs|ops)\/.*\.md$|^[^/]+\.md$/.test(path))
  expect(pages).toEqual(expect.arrayContaining(['docs/operations.md', 'ops/README.md']))
  const linked = pages.flatMap((page) => {
    const links = readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
    return [...links].map(([, link]) => posix.join(posix.dirname(page), link!))
  })
  expect(linked).toContain('ops/systemd/enquiry-desk.service')
  expect(linked.filter((path) => !paths.includes(path))).toEqual([])
})

test('each file has a time of its content, so that browsers fetch it again, and other users may open its folder [D13.1]', () => {
  const scripts = ['embed.js', 'form.js'].map((name) => statSync(join(folder, 'dist/web', name)).mtimeMs)
  expect(scripts[0]).not.toBe(scripts[1])
  for (const time of scripts) {
    expect(time).toBeGreaterThan(Date.UTC(2000, 0))
    expect(time).toBeLessThan(Date.UTC(2020, 0))
  }
  for (const path of ['', 'dist', 'dist/web/assets', 'node_modules']) {
    expect(statSync(join(folder, path)).mode & 0o777, path).toBe(0o755)
  }
})

test('it runs without npm from any folder, with its commands, and keeps its data beside its folder [D13.1]', async () => {
  const unpacked = new Unpacked(place, folder)
  const { origin, stop } = await unpacked.start()
  const page = await (await fetch(origin)).text()
  const [script] = /\/assets\/[\w-]+\.js/.exec(page)!
  expect((await fetch(origin + script)).status).toBe(200)
  expect((await fetch(`${origin}/api/docs`)).status).toBe(200)
  expect((await fetch(`${origin}/icons/lucide.json?icons=house`)).status).toBe(200)
  const { data } = await post(origin, '/auth/register', person)
  const raised = await post(
    origin,
    '/enquiry',
    { enquiryType: 'Order', documents: [{ name: 'a.png', url: image }] },
    data.accessToken,
  )
  expect(raised.status).toBe(201)

  const backup = await unpacked.run('backup')
  expect(backup.printed).toMatch(/^Backed up [\d,]+ rows and 2 files/)
  expect(backup.printed).toContain(`in ${join(place, 'enquiry-desk-data/backups')}`)
  expect((await unpacked.run('verify')).printed).toContain('The live system: no faults.')
  expect((await unpacked.run('mail:check')).printed).toContain('SMTP_URL is not set, so the server sends no email.')
  expect((await unpacked.run('db:url')).printed).toMatch(/^postgresql:\/\/\/enquiry_desk\?/)
  expect((await unpacked.run('user', 'reset-password', person.email)).printed).toContain('/reset?token=')
  expect(await stop()).toBe(0)

  const [name] = /\S+Z(?= in )/.exec(backup.printed)!
  expect((await unpacked.run('restore', name)).printed).toContain('Restored the state of')
  expect((await unpacked.run('rollback')).printed).toContain('There is no copy from before an update')
})

test('it has the parts that only some settings load [D13.1]', async () => {
  const settings = {
    METRICS_PORT: '0',
    // Nothing listens there.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    IMAP_URL: 'imap://user:password@127.0.0.1:9/INBOX',
    LMTP_LISTEN: String(await freePort()),
    INCOMING_ADDRESS: 'support@desk.test',
    CATCH_MAILS: 'true',
    PUBLIC_URL: 'http://localhost',
    BACKUP_PASSPHRASE: 'open sesame',
  }
  const unpacked = new Unpacked(place, folder, settings)
  const { origin, output, stop } = await unpacked.start()
  const [, metrics] = /Metrics at (\S+)/.exec(output)!
  expect(await (await fetch(metrics!)).text()).toContain('enquiry_desk_database_up 1')
  expect(await (await fetch(`${origin}/f/none`)).text()).toMatch(/^<!doctype html>/)
  await post(origin, '/auth/register', { ...person, email: 'second@acme.test' })
  await expect.poll(async () => (await fetch(`${origin}/dev/mails.json`)).json()).toHaveLength(1)

  const encrypted = await unpacked.run('backup', '--to', join(place, 'encrypted'))
  expect(encrypted.printed).toMatch(/^Backed up/)
  expect(await stop()).toBe(0)
})

test('its messages name the commands that work there [D13.1]', async () => {
  const unpacked = new Unpacked(place, folder)
  const said = async (...args: string[]) => {
    const { printed, code } = await unpacked.run(...args)
    expect(code).toBe(1)
    return printed
  }
  expect(await said('restore')).toMatch(/^Name a backup: node main\.js restore NAME\. /)
  expect(await said('user')).toBe('Usage: node main.js user reset-password EMAIL\n')
  expect(await said('db:url')).toContain('Start one with node main.js,')
  for (const mistake of ['repair', '--help', '--agian']) {
    expect(await said(mistake)).toMatch(/^Name a command: backup, /)
  }
})

test.describe('the image', () => {
  test.skip(!storage || !base, 'Only root on Debian can make images here')

  test('runs as an ordinary user with a read-only root, and keeps enquiries and their images in its one volume [D13.1]', async () => {
    const images = new Images(storage!, base!)
    const name = 'localhost/enquiry-desk-test'
    const bundle = join(place, 'image')
    const port = await freePort()
    await images.remove(name, 'enquiry-desk-test')
    writeFileSync(join(folder, '.env'), 'DATABASE_PASSWORD=secret\n')
    try {
      const config = await images.build(name, folder)
      expect(config).toMatchObject({ User: '10001:10001', StopSignal: 'SIGTERM', Volumes: { '/data': {} } })
      expect(config.ExposedPorts).toEqual({ '3000/tcp': {} })
      const rootfs = await images.mount(name, 'enquiry-desk-test')
      const inImage = ['main.js', '.env'].filter((path) => existsSync(join(rootfs, 'opt/enquiry-desk', path)))
      expect(inImage).toEqual(['main.js'])
      const settings = { HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' }
      const container = { rootfs, config, volume: newVolume(bundle, config), settings }
      await keepsEnquiries(`http://127.0.0.1:${port}`, () => new Running(bundle, `desk-${process.pid}`, container))
    } finally {
      await images.remove(name, 'enquiry-desk-test')
    }
  })
})

async function keepsEnquiries(origin: string, open: () => Running) {
  const first = open()
  try {
    await first.start()
    const { data: owner } = await post(origin, '/auth/register', person)
    const enquiry = { enquiryType: 'Order', summery: 'Kept', documents: [{ name: 'a.png', url: image }] }
    expect((await post(origin, '/enquiry', enquiry, owner.accessToken)).status).toBe(201)
    const { config } = first.container
    await first.exec(...config.Healthcheck.Test.slice(1))
    expect(await first.exec('node', '-p', 'fs.statSync(`/proc/1`).uid')).toBe('10001\n')
    expect(
      await first.exec('node', '-e', `try { fs.writeFileSync('/opt/a', '') } catch ({ code }) { console.log(code) }`),
    ).toBe('EROFS\n')
    // As messages print commands.
    expect(await first.exec('node', 'main.js', 'backup')).toMatch(/^Backed up /)
    expect(await first.stop()).toBe(0)
  } finally {
    await first.remove()
  }

  const second = open()
  try {
    await second.start()
    const { data: again } = await post(origin, '/auth/login', person)
    const headers = { authorization: `Bearer ${again.accessToken}` }
    const { data } = await (await fetch(`${origin}/api/enquiry`, { headers })).json()
    expect(data.docs).toMatchObject([{ summery: 'Kept' }])
    const picture = await fetch(new URL(data.docs[0].documents[0].url, origin))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await second.stop()).toBe(0)
  } finally {
    await second.remove()
  }
}
