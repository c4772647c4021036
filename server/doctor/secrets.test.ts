import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { certificates } from '#server/test/database/certificates.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { silentServer, talkingServer, webServer } from '#server/test/doctor/servers.ts'

let count = 0
const secrets: string[] = []

/** A secret of its own for each setting, with a character that URLs encode. */
function secret() {
  const text = `hush${(count += 1)}@${'x'.repeat(30)}`
  secrets.push(text, encodeURIComponent(text), Buffer.from(text).toString('base64').slice(0, 20))
  return text
}

const inUrl = () => encodeURIComponent(secret())

function settingsWith(port: number) {
  const place = `127.0.0.1:${port}`
  return {
    DATABASE_URL: `postgres://desk:${inUrl()}@${place}/desk`,
    DATABASE_DIRECT_URL: `postgres://desk:${inUrl()}@${place}/desk`,
    DATABASE_POOLER: 'transaction',
    APP_SECRET: secret(),
    STORAGE_URL: `s3://files?endpoint=http://${place}`,
    AWS_ACCESS_KEY_ID: 'the-key',
    AWS_SECRET_ACCESS_KEY: secret(),
    AWS_SESSION_TOKEN: secret(),
    PUBLIC_URL: `https://${place}`,
    SMTP_URL: `smtp://desk:${inUrl()}@${place}`,
    INCOMING_ADDRESS: 'support@desk.example',
    IMAP_URL: `imap://desk:${inUrl()}@${place}/INBOX`,
    BACKUP_PASSPHRASE: secret(),
    SMPT_URL: `smtp://desk:${inUrl()}@${place}`,
    APP_SECRETS: secret(),
    PORT: '3000',
  }
}

test.each([
  ['are away', freePort],
  ['say something else', () => talkingServer('* 220 hello\r\n')],
  ['speak HTTP', () => webServer({})],
  ['speak HTTPS', async () => webServer({ pair: await certificates('127.0.0.1') })],
])('no secret is ever printed, while the servers %s [D13.1]', async (_case, start) => {
  const port = await start()
  const text = (await diagnose(settingsWith(port), 2000)).join('\n')
  expect(text).toMatch(new RegExp(`^mail problem: The mail server 127\\.0\\.0\\.1:${port} `, 'm'))
  for (const each of secrets) expect(text).not.toContain(each)
})

test('no secret is printed of settings that a server refuses [D13.1]', async () => {
  const valid = { PORT: '3000', DATABASE_POOLER: 'none', INCOMING_ADDRESS: 'support@desk.example' }
  const broken = Object.entries(settingsWith(await silentServer())).map(([name, value]) => [name, `${value}: %zz`])
  const text = (await diagnose({ ...Object.fromEntries(broken), ...valid })).join('\n')
  expect(text).toContain('settings problem: SMTP_URL')
  for (const each of secrets) expect(text).not.toContain(each)
})
