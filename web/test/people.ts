import { User } from '#contract/accounts.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { SentMessage, type Side } from '#contract/chat.ts'
import type { MessageFile, NewDocument } from '#contract/documents.ts'
import { Enquiry } from '#contract/enquiries.ts'

/** Builders of the server's data; the contract checks each result. */
export function uuid(number: number) {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

export function person(role: Role = 'owner', changes: Partial<User> = {}) {
  return User.parse({
    _id: uuid(1),
    name: 'Maya Lindqvist',
    email: 'maya@blueharbour.test',
    role,
    mustConfirmEmail: false,
    profilePic: null,
    company: {
      _id: uuid(2),
      companyName: 'Blue Harbour',
      logo: null,
      sessionDays: 90,
      assignsOnReply: true,
      enquiryTypes: [],
    },
    ...changes,
  })
}

export function enquiry(number: number, changes: Partial<Enquiry> = {}) {
  return Enquiry.parse({
    _id: uuid(100 + number),
    enquiryId: `ENQ-${String(number).padStart(6, '0')}`,
    enquiryType: 'Billing',
    summery: `Summary ${number}`,
    description: `Description ${number}`,
    comments: `Comments ${number}`,
    enquiryStatus: 'open',
    documents: [],
    user: { _id: uuid(1), name: 'Maya Lindqvist', profilePic: null },
    host: uuid(2),
    version: 1,
    messageCount: 0,
    assignee: null,
    waitingSince: new Date(0).toISOString(),
    unread: 0,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T09:30:00.000Z',
    ...changes,
  })
}

export function storedDocument(number: number, changes: Partial<Enquiry['documents'][number]> = {}) {
  return {
    _id: uuid(500 + number),
    name: `photo-${number}.png`,
    url: `/api/files/${number}`,
    thumbnail: `/api/files/${number}/thumbnail`,
    type: 'image/png' as const,
    size: 1000,
    width: 20,
    height: 10,
    ...changes,
  }
}

/** A file of a message. As on the server, images are shown and all others are not. */
export function storedFile({ name, url }: NewDocument, index = 0): MessageFile {
  const file = { _id: uuid(600 + index), name, url: `/api/files/${name}`, size: 1000 }
  if (!url.startsWith('data:image/')) return { ...file, kind: 'file' }
  return { ...storedDocument(index), ...file, thumbnail: `${file.url}/thumbnail`, kind: 'image' }
}

export function message(seq: number, text = `Message ${seq}`, side: Side = 'customer', of = uuid(101)) {
  return SentMessage.parse({
    _id: uuid(1000 + seq),
    enquiry: of,
    seq,
    side,
    sender: { _id: uuid(1), name: side === 'host' ? 'Hugo Desk' : 'Maya Lindqvist', profilePic: null },
    createdAt: '2026-11-20T10:00:00.000Z',
    message: text,
    enquiryStatus: 'open',
    isReopened: false,
  })
}

/** A token in the server's format that expires in this many seconds. */
export function tokenFor(seconds: number) {
  const iat = Math.floor(Date.now() / 1000)
  return ['head', btoa(JSON.stringify({ iat, exp: iat + seconds })), 'signature'].join('.')
}
