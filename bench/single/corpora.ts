import { corpora, mailsOf } from '#server/test/mail/corpora.ts'

/** Downloads the emails that other programs are tested with. Requires Debian's apt-get. */
export async function downloadEmails() {
  const downloaded = await Promise.all(Object.values(corpora).map(mailsOf))
  return downloaded.flatMap((mails) => {
    if (!mails) throw new Error('The emails could not be downloaded with apt-get.')
    return mails.map(({ raw }) => raw)
  })
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
