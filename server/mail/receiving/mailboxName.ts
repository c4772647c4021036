/** The user, host and path of a mailbox, as a name without secrets. */
export function mailboxNameOf(imapUrl: string) {
  const { username, hostname } = new URL(imapUrl)
  return `${decodeURIComponent(username)}@${hostname}/${mailboxPathOf(imapUrl)}`
}

export function mailboxPathOf(imapUrl: string) {
  return decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX'
}
