import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

export const dovecotPath = process.env.DOVECOT_PATH

const user = 'desk'
const password = 'correct-horse'
/** The account of Debian that owns mailboxes. Dovecot refuses to let root own them. */
const mailUid = 8

/**
 * Starts a mail server until the current test or file is done. All its accounts have the same password. With a port for
 * LMTP, it also accepts mails for every account, except those whose names begin with `nobody`.
 */
export async function startDovecot(path: string, lmtpPort?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'desk-dovecot-'))
  const account = accountOf(process.getuid!())
  await mkdir(join(folder, 'home'))
  await chmod(folder, 0o755)
  await chown(join(folder, 'home'), account.uid, account.gid)
  const port = await freePort()
  const configFile = join(folder, 'dovecot.conf')
  await writeFile(configFile, settings(folder, { imap: port, lmtp: lmtpPort }, account))
  const server = spawn(path, ['-F', '-c', configFile], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(server, 'exit')
  whenDone(async () => {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  })
  await waitFor(() => requireListening(port))
  return { port }
}

/** The address of a mailbox, for the reader. */
export function imapUrlOf(port: number, mailbox = 'INBOX', host = '127.0.0.1', account = user) {
  return `imap://${encodeURIComponent(account)}:${password}@${host}:${port}/${mailbox}`
}

/** Started by root, Dovecot has users of its own. Started by others, it can only run as they do. */
function accountOf(uid: number) {
  if (uid === 0) return { uid: mailUid, gid: mailUid, names: '' }
  const { username, gid } = userInfo()
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
  const names = [`internal_user = ${username}`, `login_user = ${username}`, `internal_group = ${group}`]
  return { uid, gid, names: names.map((name) => `default_${name}`).join('\n') }
}

type Ports = { imap: number; lmtp?: number }

function settings(folder: string, { imap, lmtp }: Ports, { uid, gid, names }: ReturnType<typeof accountOf>) {
  return `
    base_dir = ${folder}/run
    state_dir = ${folder}/state
    log_path = ${folder}/log
    ${names}
    protocols = imap ${lmtp ? 'lmtp' : ''}
    listen = 127.0.0.1
    ssl = no
    first_valid_uid = 1
    mail_location = maildir:~/mail
    mail_fsync = never
    mail_max_userip_connections = 100
    auth_failure_delay = 0
    service imap-login {
      chroot =
      service_count = 0
      inet_listener imap {
        port = ${imap}
      }
      inet_listener imaps {
        port = 0
      }
    }
    ${lmtp ? `service lmtp {\n inet_listener lmtp {\n port = ${lmtp}\n }\n }` : ''}
    service anvil {
      chroot =
    }
    passdb {
      driver = static
      username_filter = !nobody*
      args = password=${password}
    }
    # Dovecot calls an account unknown only if a database was asked for it.
    passdb {
      driver = passwd-file
      args = /dev/null
    }
    userdb {
      driver = static
      args = uid=${uid} gid=${gid} home=${folder}/home/%u
    }`
}

async function requireListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

/** A person who uses a mailbox, with a program of their own, until the current test or file is done. */
export async function otherClient({ port }: { port: number }, account = user) {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    auth: { user: account, pass: password },
    logger: false,
  })
  client.on('error', () => undefined)
  await client.connect()
  whenDone(async () => client.close())
  return client
}
