/** The Message-ID of a mail with this id. */
export function messageIdOf(id: string, mailFrom: string) {
  return `<${id}@${mailFrom.split('@')[1]}>`
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The ids in a Message-ID of ours, without brackets: of a mail, or else of the root of an enquiry's mails. */
export function idsWithin(messageId: string, mailFrom: string): [mail?: string, enquiry?: string] {
  const [local = '', domain] = messageId.toLowerCase().split('@')
  if (domain !== mailFrom.split('@')[1]?.toLowerCase()) return []
  const [, isRoot, id] = new RegExp(`^(enquiry-)?(${uuid})$`).exec(local) ?? []
  return isRoot ? [undefined, id] : [id, undefined]
}
