import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Packages of Debian with the emails that other programs for email are tested with. */
const packages = ['golang-github-jhillyerd-enmime-dev', 'libpython3.11-testsuite', 'python3-flufl.bounce']
const isEmail =
  /\/testdata\/(?:mail|low-quality|parts)\/.*\.raw$|\/test_email\/data\/msg_.*\.txt$|\/tests\/data\/.*\.txt$/

/** Downloads the emails, and keeps them only in memory. Requires Debian's apt-get. */
export async function downloadEmails() {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-corpora-'))
  try {
    execFileSync('apt-get', ['-qq', 'download', ...packages], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    for (const archive of readdirSync(folder)) execFileSync('dpkg-deb', ['-x', archive, 'unpacked'], { cwd: folder })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => isEmail.test(file))
    return files.toSorted().map((file) => readFileSync(join(folder, file)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const senderLines = /^(?:from|message-id):.*(?:\r\n[ \t].*)*(?:\r\n|$)/gim

/** The same email from another sender, with an id of its own. Everything else stays as it is. */
export function fromSender(email: Buffer, number: number) {
  const text = email.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
  const end = /^\r\n/m.exec(text)?.index ?? text.length
  const address = `sender-${number}@client.test`
  const head = `From: ${address}\r\nMessage-ID: <${address}>\r\n${text.slice(0, end).replaceAll(senderLines, '')}`
  return Buffer.from(head + text.slice(end), 'latin1')
}
