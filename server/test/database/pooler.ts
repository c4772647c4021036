import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { ownName } from '#server/database/embedded/postgresCluster.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

export const poolerPath = process.env.PGBOUNCER_PATH

/** In session mode, as many as a server has connections, and some for the start of another one. */
const poolSize = { session: 60, transaction: 8 }

type Place = { host: string; port: number; user: string; database: string }

/** Starts pgbouncer in front of a database until the current test or file is done. */
export async function startPooler(
  path: string,
  { host, port, user, database }: Place,
  mode: 'session' | 'transaction' = 'transaction',
) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-pooler-'))
  // pgbouncer refuses to run as root.
  const account = await accountFor(host)
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid!)
  const listenPort = await freePort()
  const settings = [
    '[databases]',
    `${database} = host=${ownName(host)} port=${port} user=${user} dbname=${database}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = ${mode}\ndefault_pool_size = ${poolSize[mode]}\nmax_client_conn = 200`,
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'), { mode: 0o644 })
  const pooler = spawn(path, ['-q', join(folder, 'pgbouncer.ini')], { ...account, cwd: host, stdio: 'ignore' })
  whenDone(async () => {
    pooler.kill('SIGKILL')
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
    await rm(folder, { recursive: true })
  })
  await waitFor(() => accepts(listenPort))
  return { host: '127.0.0.1', port: listenPort, user, database }
}

async function accepts(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}
