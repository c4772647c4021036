import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { openDatabase } from '#server/database/database.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { silentServer } from '#server/test/doctor/servers.ts'
import { faultyProxy } from '#server/test/faultyProxy.ts'
import { waitFor } from '#server/test/waitFor.ts'

const place = (port: number | undefined) => `127.0.0.1:${port}`

test('servers that accept connections and never answer are all named, and the doctor ends in time [D13.1]', async () => {
  const [database, storage, smtp, imap, lmtp, web] = await Promise.all(Array.from({ length: 6 }, silentServer))
  const lines = await diagnose(
    {
      DATABASE_URL: `postgres://desk:secret@${place(database)}/desk`,
      STORAGE_URL: `s3://files?endpoint=http://${place(storage)}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      PUBLIC_URL: `https://${place(web)}`,
      SMTP_URL: `smtps://desk:secret@${place(smtp)}`,
      INCOMING_ADDRESS: 'support@desk.example',
      IMAP_URL: `imaps://desk:secret@${place(imap)}/INBOX`,
      LMTP_LISTEN: String(lmtp),
    },
    1000,
  )
  for (const named of [
    `database problem: PostgreSQL at ${place(database)} did not respond within 1 s`,
    `storage problem: The object storage at ${place(storage)} did not respond within 1 s`,
    `mail problem: The mail server ${place(smtp)} did not respond within 1 s`,
    `mail problem: The mail server ${place(imap)} did not respond within 1 s`,
    `mail problem: LMTP_LISTEN, port ${lmtp}, did not respond within 1 s`,
    `certificates warning: ${place(web)} (PUBLIC_URL) cannot be reached from this machine`,
  ]) {
    expect(lines.filter((line) => line.startsWith(named) && line.includes(' → '))).toHaveLength(1)
  }
})

test('a database that stops responding in the middle of the checks is named in time [D13.1]', async () => {
  const { connection } = await startCluster()
  const at = { command: 'pg_stat_user_tables', isForwarded: false }
  const port = await faultyProxy(connection.port, { nextFault: () => ({ effect: 'stall', at }) })
  const lines = await diagnose({ DATABASE_URL: urlOf({ ...connection, host: '127.0.0.1', port }) }, 4000)
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^database problem: The check of the subject “database” did not respond within 6 s\. → Look at the load/,
    ),
  )
})

test('a database that stops responding to the look for a move keeps no connection of the doctor [D13.1]', async () => {
  const { connection } = await startCluster()
  const at = { command: 'obj_description', isForwarded: false }
  const port = await faultyProxy(connection.port, { nextFault: () => ({ effect: 'stall', at }) })
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'files'))
  const DATABASE_URL = urlOf({ ...connection, host: '127.0.0.1', port })
  const lines = await diagnose({ DATABASE_URL, DATA_DIR: dataDir }, 4000)
  expect(lines).toContainEqual(expect.stringMatching(/^database problem: .* did not respond within 6 s\. → /))
  const db = openDatabase(connection, 1)
  onTestFinished(() => db.end())
  await waitFor(async () => {
    const others = await db`
      select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    expect(others).toHaveLength(0)
  })
})
