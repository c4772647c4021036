import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { whenDone } from '#server/test/whenDone.ts'

export const postfixPath = process.env.POSTFIX_PATH

/**
 * Starts a mail server until the current test or file is done. It delivers the mails of each domain to the port of an LMTP
 * server, and none elsewhere. Returns undefined if Postfix cannot run here: it needs root, and accounts of its own.
 */
export async function startPostfix(path: string, domains: Record<string, number>) {
  if (process.getuid!() !== 0) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'desk-postfix-'))
  const port = await freePort()
  await chmod(folder, 0o755)
  // Postfix creates its other folders itself, with their owners.
  for (const part of ['settings', 'queue']) await mkdir(join(folder, part))
  await writeFile(join(folder, 'settings/main.cf'), settings(folder, domains))
  await writeFile(join(folder, 'settings/master.cf'), services(port))
  const remove = () => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  const args = ['-c', join(folder, 'settings')]
  const [status] = await once(spawn(path, [...args, 'start'], { stdio: 'ignore' }), 'exit')
  if (status !== 0) {
    await remove()
    return undefined
  }
  // Postfix runs apart from the process that starts it. This stops it at the latest when this process ends.
  const stopping = spawn('sh', ['-c', 'cat; exec "$0" "$@" stop', path, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  whenDone(async () => {
    stopping.stdin.end()
    await once(stopping, 'exit')
    await remove()
  })
  return { port }
}

/** Everything that is not for one of the domains is refused, so that no mail leaves this machine. */
function settings(folder: string, domains: Record<string, number>) {
  const places = Object.entries(domains).map(([domain, port]) => `{ ${domain} = lmtp:inet:127.0.0.1:${port} }`)
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
myhostname = mx.desk.example
inet_interfaces = loopback-only
inet_protocols = ipv4
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
mydestination =
local_recipient_maps =
fast_flush_domains =
default_transport = error:This mail server knows no other domains
mynetworks = 127.0.0.1/32
recipient_delimiter = +
relay_domains = ${Object.keys(domains).join(' ')}
transport_maps = inline:{ ${places.join(', ')} }
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated reject_unauth_destination reject_unverified_recipient
unverified_recipient_reject_code = 550
address_verify_negative_expire_time = 1m
address_verify_poll_delay = 1s
message_size_limit = 36700160
`
}

/** None is confined to the queue, which has no files of the system. */
function services(port: number) {
  return `
127.0.0.1:${port} inet n - n - - smtpd
anvil unix - - n - 1 anvil
bounce unix - - n - 0 bounce
cleanup unix n - n - 0 cleanup
defer unix - - n - 0 bounce
error unix - - n - - error
lmtp unix - - n - - lmtp
postlog unix-dgram n - n - 1 postlogd
qmgr unix n - n 300 1 qmgr
retry unix - - n - - error
rewrite unix - - n - - trivial-rewrite
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
`
}

/** Sends a mail as a program outside does: not from an address that may send anywhere. Returns its Message-ID. */
export async function sendFromOutside({ port }: { port: number }, mail: SendMailOptions) {
  const transport = createTransport({ host: '127.0.0.1', port, localAddress: '127.0.0.2', ignoreTLS: true })
  onTestFinished(() => transport.close())
  const { messageId } = await transport.sendMail(mail)
  return messageId
}
