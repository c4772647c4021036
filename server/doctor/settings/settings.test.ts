import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { findUnwise } from './unwiseSettings.ts'

const aboutSettings = (lines: string[]) => lines.filter((line) => line.startsWith('settings'))

test('all settings that a server refuses are named at once, and nothing else is checked [D13.1]', async () => {
  const lines = await diagnose({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://desk@db.example/desk',
    DATABASE_POOL: '200',
    SMTP_URL: 'smtps://mail.example',
    IMAP_URL: 'imaps://support:secret@imap.example/INBOX',
  })
  const refused = lines.filter((line) => line.startsWith('settings problem:'))
  expect(refused.map((line) => /problem: (\w+)/.exec(line)![1])).toEqual([
    'PORT',
    'DATABASE_URL',
    'PUBLIC_URL',
    'INCOMING_ADDRESS',
  ])
  expect(refused[0]).toBe(
    'settings problem: PORT must be a number. → Correct PORT. The table of settings in docs/operations.md says what it may be.',
  )
  expect(lines.at(-1)).toMatch(/^settings warning: Nothing else was checked: .* → Correct the settings/)
  expect(aboutSettings(lines)).toEqual(lines)
})

test('a URL whose parameters contradict each other is refused [D13.1]', async () => {
  const lines = await diagnose({ DATABASE_URL: 'postgres://desk@db.example/desk?sslmode=perhaps' })
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^settings problem: DATABASE_URL cannot be used: sslmode must be one of .*\. → Correct DATABASE_URL/,
    ),
  )
})

test('variables whose names resemble a setting are taken for misspelt ones [D13.1]', async () => {
  const misspelt = {
    SMPT_URL: 'SMTP_URL',
    DATABASE_URI: 'DATABASE_URL',
    publik_url: 'PUBLIC_URL',
    BACKUP_DRI: 'BACKUP_DIR',
    PORTS: 'PORT',
    APPSECRET: 'APP_SECRET',
  }
  const lines = await diagnose(
    Object.fromEntries(Object.keys(misspelt).map((variable) => [variable, 'a-secret-value'])),
  )
  for (const [variable, setting] of Object.entries(misspelt)) {
    expect(lines).toContain(
      `settings warning: The variable ${variable} is no setting, but resembles ${setting}. → Rename ${variable} to ${setting} if that is meant.`,
    )
  }
})

test('the variables of other programs are not taken for settings [D13.1]', async () => {
  const names = ['PATH', 'HOME', 'HOSTNAME', 'LOGNAME', 'SSL_CERT_DIR', 'PGHOST', 'LC_ALL', 'npm_config_cache']
  const lines = await diagnose(Object.fromEntries(names.map((name) => [name, 'value'])))
  expect(lines).not.toContainEqual(expect.stringContaining('resembles'))
})

const unwise = {
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'http://desk.example',
  METRICS_PORT: '9464',
  METRICS_HOST: '0.0.0.0',
  DATABASE_URL: 'postgres://desk@db.invalid/desk',
  DATABASE_POOLER: 'transaction',
  STORAGE_URL: 's3://desk-files?endpoint=http://s3.invalid',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  INCOMING_ADDRESS: 'support@desk.example',
  LMTP_LISTEN: '1',
}

test('settings that are a risk, or only half of something, are warnings with a remedy [D13.1]', async () => {
  const lines = aboutSettings(await diagnose(unwise, 2000))
  for (const [fact, next] of [
    ['NODE_TLS_REJECT_UNAUTHORIZED=0 turns off', 'Remove it'],
    ['PUBLIC_URL is http://desk.example: passwords cross the network unencrypted', 'begin PUBLIC_URL with https:'],
    ['Files travel unencrypted to the object storage at s3.invalid', 'https:'],
    ['METRICS_HOST is 0.0.0.0', 'METRICS_HOST to 127.0.0.1'],
    ['trusts only proxies of this machine', 'TRUSTED_PROXIES'],
    ['Behind a pooler in transaction mode', 'DATABASE_DIRECT_URL'],
    ['The connection to db.invalid does not check the certificate', 'sslmode=verify-full'],
    ['Without MAIL_AUTH_HOST', 'MAIL_AUTH_HOST'],
  ] as const) {
    expect(
      lines.filter((line) => line.includes(fact) && line.includes(` → `) && line.split(' → ')[1]!.includes(next)),
    ).toHaveLength(1)
  }
  expect(await diagnose({ HOST: '0.0.0.0' })).toContainEqual(
    expect.stringMatching(
      /^settings warning: HOST is 0\.0\.0\.0 and PUBLIC_URL is not set: .* → Set HOST=127\.0\.0\.1/,
    ),
  )
  expect(await diagnose({ CATCH_MAILS: 'true', PUBLIC_URL: 'http://localhost:3000' })).toContainEqual(
    expect.stringMatching(/^settings warning: With CATCH_MAILS, emails are shown at \/dev\/mails and not sent\. → /),
  )
})

test('settings for a private network behind a proxy give no warning [D13.1]', async () => {
  const lines = await diagnose(
    {
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://desk.invalid',
      TRUSTED_PROXIES: '10.0.0.0/8',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.5',
      DATABASE_URL: 'postgres://desk@127.0.0.1:1/desk',
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: 'postgres://desk@127.0.0.1:2/desk',
      STORAGE_URL: 's3://desk-files?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: 'smtp://127.0.0.1:1',
      INCOMING_ADDRESS: 'support@desk.example',
      LMTP_LISTEN: '1',
      MAIL_AUTH_HOST: 'mx.desk.example',
    },
    2000,
  )
  expect(aboutSettings(lines)).toEqual([expect.stringMatching(/^settings ok: Enquiry Desk \S+ runs on Node \S+\.$/)])
})

test.each(['db', '[fd00::5]', '[fe80::1]', '100.64.0.5', '192.168.0.5', '8.8.8.8', '[2001:db8::1]'])(
  'a connection to %s needs a certificate only if that is not in a private network [D13.1]',
  (host) => {
    const environment = { DATABASE_URL: `postgres://desk@${host}/desk` }
    const facts = findUnwise(readConfig(environment), environment).map(({ fact }) => fact)
    const isPublic = host.startsWith('8.') || host.startsWith('[2001:')
    expect(facts.filter((fact) => fact.includes('does not check the certificate'))).toHaveLength(isPublic ? 1 : 0)
  },
)
