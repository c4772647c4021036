import type { Role } from '#contract/accounts/roles.ts'
import type { Config } from '#server/config.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import type { Letter, Mail } from '#server/mail/mailStore.ts'
import type { UserRow } from './accountStore.ts'

const roleDescriptions: Record<Role, string> = {
  owner: 'As an owner, you can do everything, including managing the team.',
  agent: 'As an agent, you answer enquiries.',
  member: 'As a member, you raise enquiries and follow them.',
  viewer: 'As a viewer, you can read enquiries.',
}

type Invited = { id: string; email: string; role: Role; token: string; expiresAt: Date }

export function invitationMail(config: Config, inviter: UserRow, { id, email, role, token, expiresAt }: Invited): Mail {
  const name = nameInMail(inviter.name)
  const companyName = nameInMail(inviter.companyName)
  const letter = writeLetter({
    subject: `${name} invites you to ${companyName}`,
    greeting: 'Hello,',
    paragraphs: [`${name} invites you to join ${companyName} on ${config.appName}. ${roleDescriptions[role]}`],
    actions: [{ label: `Join ${companyName}`, url: `${originOf(config)}/register?invitation=${token}` }],
    notes: [
      `This link works once and expires on ${inWords(expiresAt)}.`,
      'If you were not expecting this invitation, you can ignore this email.',
    ],
    signature: config.appName,
  })
  return { ...letter, to: email, expiresAt, aboutId: id }
}

/**
 * Contains one link for each account with this address. Names are only in mails to a confirmed address:
 * strangers may have typed them.
 */
export function resetLetter(config: Config, resets: Reset[]): Letter {
  const [{ name, isConfirmed, expiresAt }] = resets as [Reset]
  const labelOf = ({ createdAt }: Reset) =>
    resets.length === 1 ? 'Choose a new password' : `Choose a new password for the account of ${inWords(createdAt)}`
  return writeLetter({
    subject: `Choose a new password for ${config.appName}`,
    greeting: isConfirmed ? hello(name) : 'Hello,',
    paragraphs: [`We received a request for a new password for your account on ${config.appName}.`],
    actions: resets.map((reset) => ({ label: labelOf(reset), url: resetUrl(originOf(config), reset.token) })),
    notes: [
      `This link works once and expires on ${inWords(expiresAt)}. Choosing a new password signs you out everywhere.`,
      'If you did not ask for this, you can ignore this email. Your password has not changed.',
    ],
    signature: config.appName,
  })
}

type Reset = { name: string; isConfirmed: boolean; createdAt: Date; token: string; expiresAt: Date }

export function resetUrl(origin: string, token: string) {
  return `${origin}/reset?token=${token}`
}

type Link = { token: string; expiresAt: Date }
type Account = { name: string; email: string }

/**
 * Anyone can register with anyone's address, so it contains nothing that was typed, not even the address,
 * which may have a text after a `+`.
 */
export function confirmationLetter(config: Config, link: Link): Letter {
  return writeLetter({
    subject: `Confirm your email address for ${config.appName}`,
    greeting: 'Hello,',
    paragraphs: [`Please confirm that this is the email address of your account on ${config.appName}.`],
    actions: [{ label: 'Confirm address', url: emailLinkUrl(config, link) }],
    notes: [
      `This link expires on ${inWords(link.expiresAt)}.`,
      'If you have not registered, you can ignore this email. Nobody else can confirm your address.',
    ],
    signature: config.appName,
  })
}

/**
 * Sent to the owner of an address when someone else gives this address to another account. It contains
 * nothing that was typed.
 */
export function sharedAddressLetter(config: Config): Letter {
  return writeLetter({
    subject: `You already have an account on ${config.appName}`,
    greeting: 'Hello,',
    paragraphs: [
      'Someone entered your email address for another account. It already belongs to your account, and that has not changed.',
      'If this was you, sign in to your existing account. To keep the new account as well, sign in to it with its own password and change its address under Profile.',
    ],
    actions: [{ label: 'Sign in', url: `${originOf(config)}/login` }],
    notes: ['If this was not you, you can ignore this email. Your account is safe.'],
    signature: config.appName,
  })
}

export function addressChangedLetter(
  config: Config,
  { name, email }: Account,
  { newEmail, ...link }: Link & { newEmail: string },
): Letter {
  return writeLetter({
    subject: `Your email address on ${config.appName} was changed`,
    greeting: hello(name),
    paragraphs: [`The email address of your account was changed from ${email} to ${newEmail}.`],
    actions: [{ label: 'This was not me: change it back', url: emailLinkUrl(config, link) }],
    notes: [
      'If this was you, you do not need to do anything.',
      `This link expires on ${inWords(link.expiresAt)}. It changes the address back and ends all sessions of your account. You then need to choose a new password.`,
    ],
    signature: config.appName,
  })
}

export function passwordChangedLetter(config: Config, { name }: Account): Letter {
  return writeLetter({
    subject: `Your password for ${config.appName} was changed`,
    greeting: hello(name),
    paragraphs: ['The password of your account was changed, and your other sessions have ended.'],
    actions: [{ label: 'This was not me: choose a new password', url: `${originOf(config)}/forgot` }],
    notes: ['If this was you, you do not need to do anything.'],
    signature: config.appName,
  })
}

export function resetLinkMadeLetter(
  config: Config,
  { name }: Account,
  owner: { name: string },
  expiresAt: Date,
): Letter {
  return writeLetter({
    subject: `A link to a new password for ${config.appName} was created`,
    greeting: hello(name),
    paragraphs: [
      `${nameInMail(owner.name)}, an owner of your company, created a link with which you can choose a new password. They will pass it on to you.`,
    ],
    actions: [{ label: 'I did not ask for this: choose my own password', url: `${originOf(config)}/forgot` }],
    notes: [
      `The link works once and expires on ${inWords(expiresAt)}. Until someone uses it, your password stays as it is.`,
      'If you asked for this, you do not need to do anything. Choosing a password of your own invalidates the link.',
    ],
    signature: config.appName,
  })
}

type SignIn = { device: string; address: string; at: Date }

export function newSignInLetter(config: Config, { name }: Account, { device, address, at }: SignIn): Letter {
  return writeLetter({
    subject: `New sign-in to ${config.appName}`,
    greeting: hello(name),
    paragraphs: [
      'Someone signed in to your account from a browser that you have not used before.',
      `${device}, IP address ${address}, ${inWords(at)}.`,
    ],
    actions: [{ label: 'This was not me: choose a new password', url: `${originOf(config)}/forgot` }],
    notes: ['If this was you, you do not need to do anything. Choosing a new password ends all sessions.'],
    signature: config.appName,
  })
}

export function guessingLetter(config: Config, { name }: Account): Letter {
  return writeLetter({
    subject: `Failed sign-ins to your account on ${config.appName}`,
    greeting: hello(name),
    paragraphs: [
      'Someone is entering wrong passwords for your account. Browsers in which you have not signed in before now have to wait up to a minute between two attempts. Those that you use are not affected.',
    ],
    actions: [{ label: 'Choose a new password', url: `${originOf(config)}/forgot` }],
    notes: [
      'If you use this password elsewhere or it is easy to guess, choose a new one. Otherwise you do not need to do anything.',
    ],
    signature: config.appName,
  })
}

function hello(name: string) {
  return `Hello ${nameInMail(name)},`
}

function emailLinkUrl(config: Config, { token }: Link) {
  return `${originOf(config)}/email?token=${token}`
}

/** A server that sends mail refuses to start without PUBLIC_URL. */
function originOf({ publicUrl }: Config) {
  return publicUrl!.replace(/\/$/, '')
}

function inWords(moment: Date) {
  return `${moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
