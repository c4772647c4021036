import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Thread } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { runCommand, runProgram } from '#faults/interrupted.ts'
import { makePeople, type Person } from '#faults/people.ts'
import { previousVersion } from '#faults/rolling/versions.ts'
import { Server } from '#faults/server.ts'

const root = resolve('test-results/faults/older')
const [original, backups, restored] = [join(root, 'original'), join(root, 'backups'), join(root, 'restored')]
const { lastMigration } = JSON.parse(readFileSync('server/database/previousVersion.json', 'utf8'))
const drawing = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const log = Buffer.from('Valve open\n'.repeat(2000))

/** The server that is running, of either version. */
let server: Server
let owner: Person
let written: Awaited<ReturnType<typeof readEverything>>

async function withServer<T>(folder: string, product: string, use: () => Promise<T>) {
  server = new Server(folder, {}, join(root, 'server.log'), { product })
  await server.start()
  return use().finally(() => server.stop())
}

const origin = () => `http://localhost:${server.port}`

/** An enquiry with a document, and a message with a file. */
async function write() {
  ;[owner] = (await makePeople(origin, 1, AbortSignal.timeout(600_000))) as [Person]
  const documents = [{ name: 'leak.png', url: `data:image/png;base64,${drawing}` }]
  const raised = await owner.insist<Enquiry>({
    method: 'POST',
    path: '/enquiry',
    body: { enquiryType: 'Damage', summery: 'Leaking pipe', documents },
  })
  expect(raised.status, raised.message).toBe(201)
  await say(raised.data._id, 'A log', [{ name: 'log.txt', url: `data:text/plain;base64,${log.toString('base64')}` }])
}

async function say(enquiry: string, message: string, files: object[] = []) {
  const body = { enquiry, side: 'customer', message, files }
  expect((await owner.insist({ method: 'POST', path: '/chat', body })).status).toBe(201)
}

/** The enquiries as the API shows them to the person, with the hashes of their files. */
async function readEverything() {
  const { data } = await owner.insist<{ docs: Enquiry[] }>({ path: '/enquiry' })
  const enquiries = []
  for (const { _id, summery, documents } of data.docs) {
    const { docs } = (await owner.insist<Thread>({ path: `/chat?enquiryId=${_id}` })).data
    const messages = docs.map(({ message, files }) => ({ message, files }))
    enquiries.push({
      _id,
      summery,
      documents: await hashesOf(documents),
      messages: await Promise.all(messages.map(withHashes)),
    })
  }
  return { person: owner.user.name, enquiries }
}

async function withHashes({ message, files }: { message: string; files: StoredFile[] }) {
  return { message, files: await hashesOf(files) }
}

type StoredFile = { name: string; url: string }

function hashesOf(files: StoredFile[]) {
  return Promise.all(
    files.map(async ({ name, url }) => {
      const response = await fetch(new URL(url, origin()))
      expect(response.status, name).toBe(200)
      const bytes = Buffer.from(await response.arrayBuffer())
      return { name, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}

test.describe('the version before this one', () => {
  test.skip(!previousVersion, 'This clone lacks the history of the version before')

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    rmSync(root, { recursive: true, force: true })
    await withServer(original, previousVersion, async () => {
      await write()
      written = await readEverything()
      const operate = join(previousVersion, 'scripts/operate.mjs')
      const { output } = await runProgram(original, [operate, 'backup', '--to', backups], {})
      expect(output).toContain('and read everything back')
    })
    expect(written.enquiries).toMatchObject([
      { documents: [{ name: 'leak.png' }], messages: [{ message: 'A log', files: [{ name: 'log.txt' }] }] },
    ])
  })

  test('has made a backup, which this version restores with enquiry, message and files [D13.1]', async () => {
    test.setTimeout(600_000)
    const [name] = readdirSync(backups).filter((entry) => entry.endsWith('Z'))
    const backup = join(backups, name!)
    expect((await runCommand(restored, 'verify', [backup])).output).toContain(': no faults.')
    expect((await runCommand(restored, 'restore', [backup])).output).toContain('Restored the state of')
    expect((await runCommand(restored, 'verify', [])).output).toContain('The live system: no faults.')
    expect(await withServer(restored, '', readEverything)).toEqual(written)
  })

  test('has made a folder, which this version updates, and which goes back to it [D13.1]', async () => {
    test.setTimeout(600_000)
    await withServer(original, '', async () => {
      expect(await readEverything()).toEqual(written)
      await say(written.enquiries[0]!._id, 'Written by this version')
    })
    const copies = readdirSync(original).filter((name) => name.startsWith('before-upgrade-'))
    const about = JSON.parse(readFileSync(join(original, copies[0]!, 'about.json'), 'utf8'))
    expect([copies.length, about.applied.at(-1)]).toEqual([1, lastMigration])
    expect((await runCommand(original, 'verify', [])).output).toContain('The live system: no faults.')

    expect((await runCommand(original, 'rollback', ['--yes'])).output).toContain('Back in the state of')
    expect(await withServer(original, previousVersion, readEverything)).toEqual(written)
  })
})
