import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Fault, faultyProxy } from '#server/test/faultyProxy.ts'
import { dovecotPath, imapUrlOf, otherClient, startDovecot } from '#server/test/mail/dovecot.ts'
import { callInChildProcess } from '#server/test/processes/childProcess.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const { db, storage, config, connection } = await testApp()
const dovecot = dovecotPath ? await startDovecot(dovecotPath) : { port: 0 }

/** A server in a process of its own that reads the inbox. `fault` is that of its first connection. */
async function startServer(fault?: Fault) {
  const faults = fault ? [fault] : []
  let hasStruck = false
  const onFault = () => (hasStruck = true)
  const port = await faultyProxy(dovecot.port, { nextFault: () => faults.shift(), onFault })
  const args = [JSON.stringify(connection), config.filesDir, imapUrlOf(port)]
  const server = await callInChildProcess('server/test/mail/mailboxServer.ts', 'readMailbox', ...args)
  return { ...server, struck: () => waitFor(() => expect(hasStruck).toBe(true)) }
}

test.skipIf(!dovecotPath)(
  'a server killed while it fetches, commits or moves an email neither loses nor repeats it [D11.6]',
  async () => {
    const other = await otherClient(dovecot)
    const sent: string[] = []
    const send = async () => {
      sent.push(`Message-ID: <${randomUUID()}@client.test>\r\n\r\nHello\r\n`)
      await other.append('INBOX', Buffer.from(sent.at(-1)!))
    }
    const commands: Fault['at'][] = [
      { command: 'UID FETCH', isForwarded: true },
      { command: 'UID MOVE', isForwarded: false },
      { command: 'UID MOVE', isForwarded: true },
    ]
    for (const at of commands) {
      await send()
      const server = await startServer({ effect: 'stall', at })
      await server.struck()
      await server.killHard()
    }

    await send()
    await db.begin(async (tx) => {
      await tx`lock table incoming_mail in exclusive mode`
      const server = await startServer()
      await waitFor(async () => {
        const [waiting] = await db`select count(*)::int as count from pg_locks where not granted`
        expect(waiting!.count).toBeGreaterThan(0)
      })
      await server.killHard()
    })

    const last = await startServer()
    await waitFor(async () => expect(await other.status('Done', { messages: true })).toMatchObject({ messages: 4 }))
    await last.killHard()
    const rows = await db<{ sha256: string }[]>`select sha256 from incoming_mail order by uid`
    const stored = rows.map(async ({ sha256 }) => String(await buffer((await storage.open(sha256))!.stream)))
    expect(await Promise.all(stored)).toEqual(sent)
  },
)
