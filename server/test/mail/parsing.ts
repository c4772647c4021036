import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MailParser } from '#server/mail/parsing/mailParser.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** A function that parses mails in one worker thread. Their files can be read during the test. */
export function mailReader(parser = new MailParser()) {
  whenDone(() => parser.close())
  return async (raw: string | Buffer) => {
    const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-parsing-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'raw')
    await writeFile(path, raw)
    return parser.parse(path, folder)
  }
}

const lines = ['From: Kim Kunde <kim@kunde.example>', 'To: support@desk.example', 'Subject: Hello']

/** A mail with these headers besides the usual ones. */
export function mailOf(headers: string[], body = '') {
  const given = headers.map((header) => header.replace(/:.*/s, '').toLowerCase())
  const usual = lines.filter((line) => !given.includes(line.replace(/:.*/s, '').toLowerCase()))
  return [...usual, ...headers, '', body].join('\r\n')
}

/** A multipart mail. Each part has its headers, an empty line, and its content. */
export function multipart(type: string, parts: string[], headers: string[] = []) {
  return mailOf([...headers, `Content-Type: multipart/${type}; boundary="edge"`], joined(parts))
}

function joined(parts: string[]) {
  return [...parts.map((part) => `--edge\r\n${part}`), '--edge--', ''].join('\r\n')
}
