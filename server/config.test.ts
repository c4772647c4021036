import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, withTemporaryFolder } from './config.ts'
import { StartError } from './startError.ts'

test('the server starts without any settings', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appName: 'Enquiry Desk',
    database: undefined,
  })
})

test('icon hosts are the public ones by default, and can be replaced or turned off [D7.6]', () => {
  expect(readConfig({}).iconHosts).toContain('https://api.iconify.design')
  expect(readConfig({ ICON_HOSTS: 'https://a.test, https://b.test/x' }).iconHosts).toEqual([
    'https://a.test',
    'https://b.test/x',
  ])
  expect(readConfig({ ICON_HOSTS: 'none' }).iconHosts).toEqual([])
})

test('the API is at /api of the page by default, and can be at another path or on another host [S7.1] [D7.1]', () => {
  expect(readConfig({})).toMatchObject({ apiUrl: '/api', authPath: '/api/auth' })
  expect(readConfig({}).apiOrigin).toBeUndefined()
  expect(readConfig({ API_URL: '/desk/api/' })).toMatchObject({ apiUrl: '/desk/api', authPath: '/desk/api/auth' })
  const PUBLIC_URL = 'https://desk.test/'
  expect(readConfig({ PUBLIC_URL, API_URL: 'https://api.desk.test:8443' })).toMatchObject({
    apiUrl: 'https://api.desk.test:8443',
    authPath: '/auth',
    apiOrigin: 'https://api.desk.test:8443',
    pageOrigin: 'https://desk.test',
  })
  expect(readConfig({ PUBLIC_URL, API_URL: 'https://desk.test/api' }).apiOrigin).toBeUndefined()
})

test('an address of the API that no page could use is refused [S7.1]', () => {
  for (const API_URL of ['api', '//desk.test/api', '/', 'ftp://desk.test', 'https://desk.test/api?a=b', '/a;b']) {
    expect(() => readConfig({ API_URL, PUBLIC_URL: 'https://desk.test' })).toThrow(
      /^Invalid settings: API_URL must be like https:\/\/api\.desk\.example\/api, or a path such as \/api\.$/,
    )
  }
  expect(() => readConfig({ API_URL: 'https://api.desk.test' })).toThrow(/PUBLIC_URL is required with the API_URL/)
})

test('metrics are off by default, and served to this machine only unless the host is set [D13.5]', () => {
  expect(readConfig({ METRICS_HOST: '10.0.0.1' }).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' }).metrics).toMatchObject({ host: '10.0.0.1' })
  expect(() => readConfig({ METRICS_PORT: 'on' })).toThrow(/METRICS_PORT/)
})

test('traces are off by default, and sent to the address of a collector [D13.5]', () => {
  expect(readConfig({}).tracesEndpoint).toBeUndefined()
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracesEndpoint).toBe(OTEL_EXPORTER_OTLP_ENDPOINT)
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/)
})

test('trusted proxies are addresses and networks, by default this machine only', () => {
  expect(readConfig({}).trustedProxies).toEqual(['loopback'])
  expect(
    readConfig({ TRUSTED_PROXIES: 'loopback 10.0.0.0/8,192.0.2.1, fd00::/8  2001:db8::1' }).trustedProxies,
  ).toEqual(['loopback', '10.0.0.0/8', '192.0.2.1', 'fd00::/8', '2001:db8::1'])
  expect(readConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
  for (const wrong of ['proxy.test', '10.0.0.0/33', '10.0.0.1/0', '::/0', '10.0.0', 'fd00::/129', '10.0.0.1, x']) {
    expect(() => readConfig({ TRUSTED_PROXIES: wrong })).toThrow(
      /^Invalid settings: TRUSTED_PROXIES must be addresses or networks, such as 10\.0\.0\.0\/8\.$/,
    )
  }
})

function quotaOf(size: string) {
  return readConfig({ STORAGE_QUOTA: size }).storageQuota
}

test('the storage quota is set in bytes or in GB [D12.2]', () => {
  expect(readConfig({}).storageQuota).toBe(10 * 1024 ** 3)
  expect([quotaOf('5000000'), quotaOf('2GB'), quotaOf('0.5 gb')]).toEqual([5_000_000, 2 * 1024 ** 3, 512 * 1024 ** 2])
  for (const wrong of ['10 MB', 'GB', '-1', '1e9']) expect(() => quotaOf(wrong)).toThrow(/STORAGE_QUOTA/)
})

test('a server needs no folder if rows, files and the secret are elsewhere [D13.3]', () => {
  const elsewhere = {
    DATABASE_URL: 'postgresql://db.test/desk',
    STORAGE_URL: 's3://desk?region=eu-central-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    APP_SECRET: 'x'.repeat(32),
  }
  expect(readConfig(elsewhere).isStateless).toBe(true)
  expect(readConfig({ ...elsewhere, DATA_DIR: '/srv/desk' })).toMatchObject({
    isStateless: false,
    dataDir: '/srv/desk',
  })
  for (const name of ['DATABASE_URL', 'STORAGE_URL', 'APP_SECRET']) {
    expect(readConfig({ ...elsewhere, [name]: '' })).toMatchObject({ isStateless: false, dataDir: resolve('data') })
  }
  const [one, other] = [withTemporaryFolder(readConfig(elsewhere)), withTemporaryFolder(readConfig(elsewhere))]
  expect(dirname(one.dataDir)).toBe(tmpdir())
  expect(one.draftsDir).toBe(join(one.dataDir, 'incoming'))
  expect(one.dataDir).not.toBe(other.dataDir)
})

test('a stopping server serves for one more second, unless the settings say otherwise [D13.3]', () => {
  expect(readConfig({}).drainMs).toBe(1000)
  expect(readConfig({ DRAIN_SECONDS: '30' }).drainMs).toBe(30_000)
  expect(readConfig({ DRAIN_SECONDS: '0' }).drainMs).toBe(0)
  expect(() => readConfig({ DRAIN_SECONDS: '-1' })).toThrow('DRAIN_SECONDS')
})

test('backups are made every day and seven are kept, unless the settings say otherwise [D13.1]', () => {
  expect(readConfig({})).toMatchObject({ backupDir: undefined, backupEveryMs: 24 * 3600 * 1000, backupsKept: 7 })
  const given = readConfig({ BACKUP_DIR: '/mnt/backups', BACKUP_EVERY: '30m', BACKUP_KEEP: '2' })
  expect(given).toMatchObject({ backupDir: '/mnt/backups', backupEveryMs: 30 * 60_000, backupsKept: 2 })
  expect([readConfig({ BACKUP_EVERY: '7d' }).backupEveryMs]).toEqual([7 * 24 * 3600 * 1000])
  for (const wrong of ['24', '0h', 'daily', '1.5h']) {
    expect(() => readConfig({ BACKUP_EVERY: wrong })).toThrow(
      /^Invalid settings: BACKUP_EVERY must be like 30m, 24h or 7d/,
    )
  }
  expect(() => readConfig({ BACKUP_KEEP: '0' })).toThrow(/BACKUP_KEEP/)
})

test('the log is archived only with a place for it, and only for the embedded database [D13.1]', () => {
  expect(readConfig({}).archivesWal).toBe(false)
  expect(readConfig({ BACKUP_WAL: 'on', BACKUP_DIR: '/mnt/backups' }).archivesWal).toBe(true)
  expect(() => readConfig({ BACKUP_WAL: 'on' })).toThrow(/BACKUP_DIR is required with BACKUP_WAL/)
  const own = { BACKUP_WAL: 'on', BACKUP_DIR: '/mnt/backups', DATABASE_URL: 'postgresql://localhost/desk' }
  expect(() => readConfig(own)).toThrow(/BACKUP_WAL is for the embedded database/)
})

test('a pool larger than the embedded database allows is refused', () => {
  expect(readConfig({ DATABASE_POOL: '30' }).databasePool).toBe(30)
  expect(() => readConfig({ DATABASE_POOL: '31' })).toThrow(/^Invalid settings: DATABASE_POOL must be at most 30/)
  expect(readConfig({ DATABASE_POOL: '31', DATABASE_URL: 'postgres://a@b/c' }).databasePool).toBe(31)
})

test('a direct address needs the address of a pooler, and an error about it names its setting [D13.2]', () => {
  const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://desk@pooler/desk', 'postgres://desk@postgres/desk']
  const { database, directDatabase } = readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOLER: 'session' })
  expect(database).toMatchObject({ host: 'pooler', pooler: 'session' })
  expect(directDatabase).toMatchObject({ host: 'postgres' })
  expect(directDatabase).not.toHaveProperty('pooler')
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow(/DATABASE_DIRECT_URL needs DATABASE_URL/)
  const wrong = `${DATABASE_DIRECT_URL}?sslmode=verify-full`
  expect(() => readConfig({ DATABASE_URL, DATABASE_DIRECT_URL: wrong })).toThrow(
    /^DATABASE_DIRECT_URL cannot be used: sslmode=verify-full needs sslrootcert/,
  )
})

const receiving = { SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://desk.test', INCOMING_ADDRESS: 'in@desk.test' }

test.each(['transaction-prepared', 'statement'])(
  '%s is no mode of a pooler, and the error names all three [D13.2]',
  (mode) => {
    expect(() => readConfig({ DATABASE_URL: 'postgresql://db.test/desk', DATABASE_POOLER: mode })).toThrow(
      'Invalid settings: DATABASE_POOLER must be one of: none, session, transaction.',
    )
  },
)

test('emails are received from a mailbox, at a port of this machine, or at a socket [D11.6]', () => {
  const imapUrl = 'imaps://desk%40desk.test:p%40ss@mail.desk.test:993/Support'
  expect(readConfig({ ...receiving, IMAP_URL: imapUrl, LMTP_LISTEN: '2424', MAIL_AUTH_HOST: 'mx.test' })).toMatchObject(
    {
      incomingAddress: 'in@desk.test',
      imapUrl,
      lmtpListen: { host: '127.0.0.1', port: 2424 },
      mailAuthHost: 'mx.test',
    },
  )
  expect(readConfig({ ...receiving, LMTP_LISTEN: '/run/desk/lmtp' }).lmtpListen).toEqual({ path: '/run/desk/lmtp' })
  for (const wrong of ['0', '70000', 'run/lmtp', '0.0.0.0:24', `/${'x'.repeat(100)}`]) {
    expect(() => readConfig({ ...receiving, LMTP_LISTEN: wrong })).toThrow(/: LMTP_LISTEN must be a port, or the path/)
  }
  for (const wrong of ['imaps://host', 'imaps://a@host', 'pop3://a:b@host', 'imap://a:%GG@host', 'a:b@host']) {
    expect(() => readConfig({ ...receiving, IMAP_URL: wrong })).toThrow(/: IMAP_URL /)
  }
})

test('receiving emails needs an address for them, and a way to send the replies', () => {
  const { SMTP_URL: _smtp, ...withoutSmtp } = receiving
  const { INCOMING_ADDRESS: _address, ...withoutAddress } = receiving
  expect(() => readConfig({ ...withoutAddress, LMTP_LISTEN: '2424' })).toThrow(
    /: INCOMING_ADDRESS is required with LMTP_LISTEN: the address to which customers write\.$/,
  )
  const imap = { IMAP_URL: 'imaps://a:b@mail.test' }
  expect(() => readConfig({ ...withoutSmtp, ...imap })).toThrow(/: SMTP_URL or CATCH_MAILS is required with IMAP_URL/)
  expect(readConfig({ ...withoutSmtp, ...imap, CATCH_MAILS: 'true' }).imapUrl).toBe('imaps://a:b@mail.test')
})

const inBucket = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

function bucketIn(url: string) {
  return readConfig({ ...inBucket, STORAGE_URL: url }).bucket
}

test('files are stored in a bucket of AWS or of any other object storage', () => {
  expect(readConfig(inBucket).bucket).toBeUndefined()
  expect(bucketIn('s3://desk-files')).toEqual({
    place: {
      endpoint: new URL('https://s3.us-east-1.amazonaws.com'),
      bucket: 'desk-files',
      folder: '',
      region: 'us-east-1',
      style: 'host',
    },
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined },
  })
  expect(bucketIn('s3://Desk_Files/prod/eu/?endpoint=http://ceph.test:7480&region=garage')!.place).toEqual({
    endpoint: new URL('http://ceph.test:7480'),
    bucket: 'Desk_Files',
    folder: 'prod/eu/',
    region: 'garage',
    style: 'path',
  })
  expect(bucketIn('s3://desk.files?region=eu-central-1')!.place).toMatchObject({
    style: 'path',
    region: 'eu-central-1',
  })
  expect(bucketIn('s3://desk?endpoint=https://r2.test&style=host')!.place.style).toBe('host')
  const temporary = readConfig({ ...inBucket, STORAGE_URL: 's3://desk', AWS_SESSION_TOKEN: 'token' })
  expect(temporary.bucket!.credentials.sessionToken).toBe('token')
})

test.each([
  ['https://bucket', 'must be like s3://bucket/folder?endpoint=https://s3.example.com'],
  ['bucket', 'must be like s3://bucket/folder?endpoint=https://s3.example.com'],
  ['s3://key:p4ssword@bucket', 'must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ['s3://', 'must name a bucket: 3 to 63 letters, digits, dots or hyphens'],
  ['s3://a', 'must name a bucket: 3 to 63 letters, digits, dots or hyphens'],
  ['s3://bucket:80', 'must name a bucket: 3 to 63 letters, digits, dots or hyphens'],
  ['s3://bucket/a b', 'must have a folder of letters, digits, dots, hyphens and slashes'],
  ['s3://bucket/a//b', 'must have a folder of letters, digits, dots, hyphens and slashes'],
  ['s3://bucket?endpiont=https://s3.test', 'must have no other parameters than endpoint, region, style'],
  ['s3://bucket?region=a&region=b', 'must have region only once'],
  ['s3://bucket?region=eu_1', 'must have a region such as us-east-1'],
  ['s3://bucket?style=virtual', 'must have the style path or host'],
  ['s3://Bucket?style=host', 'needs style=path, because the name of the bucket cannot be part of the name of a host'],
  ['s3://bucket?endpoint=s3.test', 'must have an endpoint such as https://s3.example.com'],
  [
    's3://bucket?endpoint=https://s3.test/p4ssword',
    'must have an endpoint without a path or credentials, such as https://s3.example.com',
  ],
  [
    's3://bucket?endpoint=https://a:p4ssword@s3.test',
    'must have an endpoint without a path or credentials, such as https://s3.example.com',
  ],
])('%s is refused as STORAGE_URL, in one line that does not quote it', (url, reason) => {
  expect(() => bucketIn(url)).toThrow(new StartError(`Invalid settings: STORAGE_URL ${reason}.`))
})

test('a bucket needs both credentials', () => {
  const url = { STORAGE_URL: 's3://desk' }
  expect(() => readConfig(url)).toThrow(
    'Invalid settings: AWS_ACCESS_KEY_ID is required with STORAGE_URL, for the object storage; ' +
      'AWS_SECRET_ACCESS_KEY is required with STORAGE_URL, for the object storage.',
  )
  expect(() => readConfig({ ...url, AWS_ACCESS_KEY_ID: 'id' })).toThrow(/: AWS_SECRET_ACCESS_KEY is required/)
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', APP_NAME: '' })).toMatchObject({ port: 3000, appName: 'Enquiry Desk' })
})

test('the error names every invalid setting, in one line', () => {
  const wrong = { PORT: '70000', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', VENDOR_URL: 'javascript:alert(1)' }
  const read = () => readConfig(wrong)
  expect(read).toThrow(StartError)
  expect(read).toThrow(/^Invalid settings: .*PORT.*DATABASE_URL.*VENDOR_URL.*LOG_LEVEL.*\.$/)
})
