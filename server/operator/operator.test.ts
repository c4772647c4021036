import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Advice, Installation } from '#contract/operator.ts'
import { productVersion } from '#server/productVersion.ts'
import { backUp, filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { appWithOperator, listBackups, operatorAddress, runTask } from '#server/test/operator/operator.ts'
import { ask, emailLinks, join as invite, openEmailLink, registerOwner } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { AdviceReading } from './advice.ts'

const backupDir = await temporaryFolder()
const { app, operator } = await appWithOperator({ BACKUP_DIR: backupDir })
const documents = [{ name: 'leak.png', url: await picture('png', '#00ff00') }]
await operator.post('/enquiry', { enquiryType: 'Damage', documents })

test('only a person with a confirmed address in OPERATORS reaches the routes, and the profile says so [D13.5]', async () => {
  expect((await operator.get('/auth/me')).body.data.isOperator).toBe(true)
  expect((await operator.get('/operator')).status).toBe(200)
  const colleague = await invite(operator, 'owner')
  // Anybody can register with an address. Only a link in an email shows that it is theirs.
  const impostor = await registerOwner(app, { email: 'someone@else.test' })
  for (const person of [colleague, impostor]) {
    expect((await person.get('/auth/me')).body.data.isOperator).toBe(false)
    expect((await person.get('/operator')).status).toBe(403)
    expect((await person.post('/operator/tasks', { kind: 'backup' })).status).toBe(403)
  }
  expect((await ask(app, { method: 'GET', url: '/operator' })).status).toBe(401)
})

test('confirming the address of an operator shuts out the person who registered with it, and knows the password [D13.5]', async () => {
  const impostor = await registerOwner(app, { email: 'another@else.test' })
  const [token] = await emailLinks(impostor, 'confirm')
  const state = await ask(app, { method: 'POST', url: '/auth/email-links/state', payload: { token } })
  expect(state.body.data).toMatchObject({ state: 'open', replacesPassword: true })
  const { status } = await openEmailLink(app, token!)
  expect(status).toBe(200)
  expect((await impostor.get('/operator')).status).toBe(401)
  const { email } = impostor.user
  const signIn = await ask(app, { method: 'POST', url: '/auth/login', payload: { email, password: impostor.password } })
  expect(signIn.status).toBe(401)
})

test('an owner makes no reset link for an operator of the company, whose password would open the data of all companies [D13.5]', async () => {
  const owner = await invite(operator, 'owner')
  const { status, body } = await owner.post(`/team/${operator.user._id}/reset-link`, {})
  expect(status).toBe(409)
  expect(body.message).toContain('runs this server')
  const agent = await invite(operator, 'agent')
  expect((await owner.post(`/team/${agent.user._id}/reset-link`, {})).status).toBe(201)
})

test('an operator who gets another address is no operator from the next request [D13.5]', async () => {
  const { app: server, operator: second } = await appWithOperator()
  expect((await second.get('/operator')).status).toBe(200)
  await server.db`update app_user set email = 'moved@else.test' where id = ${second.user._id}`
  expect((await second.get('/operator')).status).toBe(403)
})

test('the state has versions, folders, sizes, jobs and mail of the whole installation [D13.5]', async () => {
  const { versions, storage, jobs, mail } = (await operator.get<Installation>('/operator')).body.data
  expect(versions).toMatchObject({ product: productVersion, isEmbedded: true })
  expect(versions.servers).toEqual([{ version: productVersion, count: 2 }])
  expect(versions.postgres).toMatch(/^\d+\.\d+$/)
  expect(storage.folders.map(({ setting }) => setting)).toEqual(['DATA_DIR', 'BACKUP_DIR'])
  for (const { freeBytes, totalBytes } of storage.folders) expect(freeBytes).toBeLessThanOrEqual(totalBytes)
  expect(storage.databaseBytes).toBeGreaterThan(1_000_000)
  expect(storage.fileBytes).toBeGreaterThan(0)
  expect(jobs).toEqual({ waiting: 0, running: 0, failing: 0, oldestAge: 0 })
  // The mail server of this test is away, so the links to confirm the addresses wait.
  expect(mail.waiting).toBeGreaterThan(0)
})

test('an operator makes a backup, sees it in the list, and verifies it [D13.5]', async () => {
  expect((await listBackups(operator)).docs).toEqual([])
  const made = await runTask(operator, { kind: 'backup' })
  expect(made).toMatchObject({ kind: 'backup', backup: null, requestedBy: operatorAddress, outcome: 'succeeded' })
  expect(made.lines.join()).toContain('read everything back')
  const { docs, ...list } = await listBackups(operator)
  expect(list).toMatchObject({ folder: backupDir, isReachable: true, isAutomatic: true, everyHours: 24, total: 1 })
  // The image and its thumbnail.
  const content = { productVersion, files: 2, hasSecret: true }
  expect(docs[0]).toMatchObject({ isEncrypted: false, content, lastVerification: null })
  const { name } = docs[0]!
  const verified = await runTask(operator, { kind: 'verify', backup: name })
  expect(verified.lines).toEqual([`The backup ${name}: no faults.`])
  const lastVerification = { finishedAt: verified.finishedAt, outcome: 'succeeded' }
  expect((await listBackups(operator)).docs[0]!.lastVerification).toEqual(lastVerification)
})

test('a verification names the faults of a damaged backup, and the list shows that it failed [D13.5]', async () => {
  await runTask(operator, { kind: 'backup' })
  const { name } = (await listBackups(operator)).docs[0]!
  const [table] = await filesIn(join(backupDir, name, 'tables'))
  await writeFile(table!, 'damaged')
  const { outcome, lines } = await runTask(operator, { kind: 'verify', backup: name })
  expect(outcome).toBe('failed')
  expect(lines[0]).toMatch(/^The part tables\/\w+\.copy\.gz of the backup is damaged/)
  expect(lines.at(-1)).toBe(`The backup ${name}: 1 fault.`)
  expect((await listBackups(operator)).docs[0]!.lastVerification!.outcome).toBe('failed')
})

test('a check of the live system is the newest task, with its outcome [D13.5]', async () => {
  const checked = await runTask(operator, { kind: 'check' })
  expect(checked.outcome).toBe('succeeded')
  expect(checked.lines).toContain('The live system: no faults.')
  const { lastTasks } = (await operator.get<Installation>('/operator')).body.data
  expect(lastTasks[0]).toEqual(checked)
})

test('an encrypted backup is listed without what is in it, and a damaged one without its content [D13.5]', async () => {
  const folder = await temporaryFolder()
  const other = await appWithOperator({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'a passphrase of the tests' })
  await backUp(other.app, folder, { passphrase: 'a passphrase of the tests' })
  const damaged = await backUp(other.app, folder)
  await writeFile(join(folder, damaged.name, 'manifest.json'), '{}')
  const list = await listBackups(other.operator)
  expect(list.isEncrypted).toBe(true)
  expect(list.docs.map(({ isEncrypted, content }) => [isEncrypted, content])).toEqual([
    [false, null],
    [true, null],
  ])
})

test('a folder that cannot be read is reported, and one that does not exist yet has no backups [D13.5]', async () => {
  const folder = join(await temporaryFolder(), 'backups')
  const other = await appWithOperator({ BACKUP_DIR: folder })
  expect(await listBackups(other.operator)).toMatchObject({ isReachable: true, docs: [], total: 0 })
  await writeFile(folder, 'a file instead of a folder')
  expect(await listBackups(other.operator)).toMatchObject({ isReachable: false, docs: [], total: 0 })
  await rm(folder)
  await mkdir(folder)
  expect(await listBackups(other.operator)).toMatchObject({ isReachable: true })
})

test('without BACKUP_DIR, the list has the backups that people make by hand [D13.5]', async () => {
  const other = await appWithOperator()
  const folder = join(other.app.config.dataDir, 'backups')
  await backUp(other.app, folder)
  expect(await listBackups(other.operator)).toMatchObject({ folder, isAutomatic: false, total: 1 })
})

test('the advice has the most important findings of the checks, with what to do [D13.5]', async () => {
  const { status, body } = await operator.get<Advice>('/operator/advice')
  expect(status).toBe(200)
  const { next, problems, warnings, command } = body.data
  expect(command).toBe('npm run doctor')
  // The mail server of this test is away.
  expect(problems).toBeGreaterThan(0)
  expect(next[0]).toMatchObject({ level: 'problem' })
  expect(next.length).toBeLessThanOrEqual(Math.min(3, problems + warnings))
  for (const { fact, next: step } of next) expect(`${fact} ${step}`).toMatch(/\. .*\.$/)
})

test('callers who ask for the advice while the checks run share them [D13.5]', async () => {
  let runs = 0
  const advice = new AdviceReading(async () => {
    runs += 1
    return [
      { subject: 'mail', level: 'warning', fact: 'Late.', next: 'Wait.' },
      { subject: 'disk', level: 'ok', fact: 'Fine.' },
      { subject: 'jobs', level: 'problem', fact: 'Stuck.', next: 'Look.' },
      { subject: 'database', level: 'problem', fact: 'Away.', next: 'Start it.' },
      { subject: 'clock', level: 'problem', fact: 'Wrong.', next: 'Set it.' },
    ]
  })
  const [first, second] = await Promise.all([advice.get(), advice.get()])
  expect(runs).toBe(1)
  expect(second).toBe(first)
  expect(first).toMatchObject({ problems: 3, warnings: 1 })
  expect(first.next.map(({ subject }) => subject)).toEqual(['database', 'clock', 'jobs'])
})
