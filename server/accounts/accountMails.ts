import type { Role } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { Letter, Mail } from '#server/mail/mailStore.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import type { UserRow } from './accountStore.ts'

const mayDo: Record<Role, string> = {
  owner: 'You will be an owner: you can do everything, and manage the team.',
  agent: 'You will be an agent: you answer enquiries.',
  member: 'You will be a member: you raise enquiries and follow them.',
  viewer: 'You will be a viewer: you read enquiries.',
}

type Invited = { id: string; email: string; role: Role; token: string; expiresAt: Date }

export function invitationMail(config: Config, inviter: UserRow, { id, email, role, token, expiresAt }: Invited): Mail {
  const name = nameInMail(inviter.name)
  const companyName = nameInMail(inviter.companyName)
  const letter = writeLetter({
    subject: `${name} invites you to ${companyName}`,
    greeting: 'Hello,',
    paragraphs: [`${name} invites you to join ${companyName} on ${config.appName}. ${mayDo[role]}`],
    action: { label: `Join ${companyName}`, url: `${originOf(config)}/register?invitation=${token}` },
    notes: [
      `The link works once, until ${inWords(expiresAt)}.`,
      'If you do not know what this is about, ignore this mail: nothing happens then.',
    ],
    signature: config.appName,
  })
  return { ...letter, to: email, expiresAt, aboutId: id }
}

export function resetLetter(config: Config, { name }: { name: string }, reset: Reset): Letter {
  return writeLetter({
    subject: `A new password for ${config.appName}`,
    greeting: `Hello ${nameInMail(name)},`,
    paragraphs: [`somebody, hopefully you, asked for a new password for your account on ${config.appName}.`],
    action: { label: 'Choose a new password', url: resetUrl(originOf(config), reset.token) },
    notes: [
      `The link works once, until ${inWords(reset.expiresAt)}. Choosing a new password signs you out everywhere.`,
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
    signature: config.appName,
  })
}

type Reset = { token: string; expiresAt: Date }

export function resetUrl(origin: string, token: string) {
  return `${origin}/reset?token=${token}`
}

/** Without PUBLIC_URL no server that sends mail starts. */
function originOf({ publicUrl }: Config) {
  return publicUrl!.replace(/\/$/, '')
}

function inWords(moment: Date) {
  return `${moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
