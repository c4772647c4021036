import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { certificates, encryptedWith } from '#server/test/database/certificates.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { startTlsMailbox, webServer } from '#server/test/doctor/servers.ts'
import { storingIn } from '#server/test/storage/objectStorage.ts'

const fresh = await certificates('127.0.0.1')
const ending = await certificates('127.0.0.1', 'desk', 20)
const endingSoon = await certificates('127.0.0.1', 'desk', 1)
const expired = await certificates('127.0.0.1', 'desk', -3)
const ofAnother = await certificates('other.example')

async function diagnoseCertificates(settings: Record<string, string>) {
  return (await diagnose(settings)).filter((line) => line.startsWith('certificates'))
}

async function fileWith(content: string) {
  const path = join(await temporaryFolder(), 'file.pem')
  await writeFile(path, content, { mode: 0o600 })
  return path
}

test.each([
  [fresh, /^certificates warning: The certificate of \S+ \(PUBLIC_URL\) is not trusted by this machine: .* → Install/],
  [ending, /^certificates warning: .* expires in 20 days, on \d{4}-\d\d-\d\d\. → Renew it/],
  [endingSoon, /^certificates warning: .* expires in 1 day, on /],
  [expired, /^certificates problem: .* expired on \d{4}-\d\d-\d\d\. → Renew it/],
  [ofAnother, /^certificates problem: .* is for another name\. → Install a certificate for that name/],
])('the certificate of the public address is judged (%#) [D13.1]', async (pair, line) => {
  const port = await webServer({ pair })
  expect(await diagnoseCertificates({ PUBLIC_URL: `https://127.0.0.1:${port}` })).toEqual([expect.stringMatching(line)])
})

test('a public address that cannot be reached is a warning, and one without encryption has no certificate [D13.1]', async () => {
  expect(await diagnoseCertificates({ PUBLIC_URL: `https://127.0.0.1:${await freePort()}` })).toEqual([
    expect.stringMatching(
      /^certificates warning: .* cannot be reached from this machine: .*ECONNREFUSED.* → Open PUBLIC_URL/,
    ),
  ])
  expect(await diagnoseCertificates({ PUBLIC_URL: `http://127.0.0.1:${await webServer({})}` })).toEqual([])
})

test('the certificate of the object storage is judged [D13.1]', async () => {
  const judged = async (pair: typeof fresh) => {
    const endpoint = `https://127.0.0.1:${await webServer({ pair })}`
    return diagnoseCertificates(storingIn(`s3://files?endpoint=${endpoint}`))
  }
  expect(await judged(fresh)).toEqual([
    expect.stringMatching(/^certificates ok: The certificate of \S+ \(STORAGE_URL\) is valid for 365 more days\.$/),
  ])
  expect(await judged(expired)).toEqual([expect.stringMatching(/^certificates problem: .*\(STORAGE_URL\) expired on/)])
})

test.each(['smtp', 'smtps'])('the certificate of a mail server for %s is judged [D13.1]', async (scheme) => {
  const { key, cert } = ending
  const server = new SMTPServer({ secure: scheme === 'smtps', key, cert, authOptional: true })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = listening.address() as { port: number }
  const lines = await diagnoseCertificates({
    SMTP_URL: `${scheme}://127.0.0.1:${port}`,
    PUBLIC_URL: 'http://localhost:1',
  })
  expect(lines).toEqual([expect.stringMatching(/^certificates warning: .*\(SMTP_URL\) expires in 20 days/)])
})

const receiving = (imapUrl: string) => ({
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost:1',
  INCOMING_ADDRESS: 'support@desk.example',
  IMAP_URL: imapUrl,
})

test('the certificate of a mailbox is judged, with encryption from the beginning or by STARTTLS [D13.1]', async () => {
  const starting = await startTlsMailbox(expired)
  const encrypted = await webServer({ pair: expired })
  for (const imapUrl of [`imap://a:b@127.0.0.1:${starting}/`, `imaps://a:b@127.0.0.1:${encrypted}/`]) {
    expect(await diagnoseCertificates(receiving(imapUrl))).toEqual([
      expect.stringMatching(/^certificates problem: .*\(IMAP_URL\) expired on/),
    ])
  }
})

test('the certificate of PostgreSQL is judged as strictly as the connection checks it [D13.1]', async () => {
  const [old, other] = [await startCluster(encryptedWith(expired)), await startCluster(encryptedWith(ofAnother))]
  const judged = ({ connection }: typeof old, parameters: string) =>
    diagnoseCertificates({ DATABASE_URL: `postgresql://desk@127.0.0.1:${connection.port}/postgres?${parameters}` })
  expect(await judged(old, `sslmode=verify-full&sslrootcert=${await fileWith(expired.authority)}`)).toContainEqual(
    expect.stringMatching(/^certificates problem: .*\(DATABASE_URL\) expired on/),
  )
  expect(await judged(old, 'sslmode=require')).toEqual([
    expect.stringMatching(/^certificates warning: .*\(DATABASE_URL\) expired on/),
  ])
  expect(await judged(other, `sslmode=verify-full&sslrootcert=${await fileWith(ofAnother.authority)}`)).toContainEqual(
    expect.stringMatching(/^certificates problem: .*\(DATABASE_URL\) is for another name/),
  )
  expect(await judged(other, `sslmode=verify-ca&sslrootcert=${await fileWith(ofAnother.authority)}`)).toEqual([
    expect.stringMatching(/^certificates ok: The certificate of \S+ \(DATABASE_URL\) is valid for 365 more days\.$/),
    expect.stringMatching(/^certificates ok: The certificate in .* \(sslrootcert of DATABASE_URL\) is valid for/),
  ])
})

test('the files of certificates are judged, also those of authorities [D13.1]', async () => {
  const url = `postgresql://desk@127.0.0.1:1/desk?sslmode=require&sslcert=${await fileWith(expired.client.cert)}&sslkey=${await fileWith(expired.client.key)}`
  const lines = await diagnoseCertificates({ DATABASE_URL: url, NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' })
  expect(lines).toEqual([
    expect.stringMatching(/^certificates problem: The certificate in .* \(sslcert of DATABASE_URL\) expired on/),
    expect.stringMatching(
      /^certificates warning: .*\/nowhere\/ca\.pem \(NODE_EXTRA_CA_CERTS\) cannot be read \(ENOENT\), so it is not used\. → Check the path/,
    ),
  ])
  const several = await fileWith(`${expired.client.cert}\n${fresh.authority}`)
  expect(await diagnoseCertificates({ NODE_EXTRA_CA_CERTS: several })).toEqual([])
})
