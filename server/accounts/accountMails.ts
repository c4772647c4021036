import type { Role } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import { nameInMail, writeLetter } from '#server/mail/letter.ts'
import type { Letter, Mail } from '#server/mail/mailStore.ts'
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
    actions: [{ label: `Join ${companyName}`, url: `${originOf(config)}/register?invitation=${token}` }],
    notes: [
      `The link works once, until ${inWords(expiresAt)}.`,
      'If you do not know what this is about, ignore this mail: nothing happens then.',
    ],
    signature: config.appName,
  })
  return { ...letter, to: email, expiresAt, aboutId: id }
}

/** With a link for each account that has the address. */
export function resetLetter(config: Config, resets: Reset[]): Letter {
  const [{ name, expiresAt }] = resets as [Reset]
  const labelOf = ({ companyName }: Reset) =>
    resets.length === 1 ? 'Choose a new password' : `Choose a new password for ${nameInMail(companyName)}`
  return writeLetter({
    subject: `A new password for ${config.appName}`,
    greeting: hello(name),
    paragraphs: [`somebody, hopefully you, asked for a new password for your account on ${config.appName}.`],
    actions: resets.map((reset) => ({ label: labelOf(reset), url: resetUrl(originOf(config), reset.token) })),
    notes: [
      `The link works once, until ${inWords(expiresAt)}. Choosing a new password signs you out everywhere.`,
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
    signature: config.appName,
  })
}

type Reset = { name: string; companyName: string; token: string; expiresAt: Date }

export function resetUrl(origin: string, token: string) {
  return `${origin}/reset?token=${token}`
}

type Link = { token: string; expiresAt: Date }
type Account = { name: string; companyName: string; email: string }

export function confirmationLetter(config: Config, { name, companyName, email }: Account, link: Link): Letter {
  return writeLetter({
    subject: `Confirm your email address for ${config.appName}`,
    greeting: hello(name),
    paragraphs: [
      `please confirm that ${email} is the address of your account at ${nameInMail(companyName)} on ${config.appName}.`,
    ],
    actions: [{ label: 'Confirm address', url: emailLinkUrl(config, link) }],
    notes: [
      `The link works until ${inWords(link.expiresAt)}.`,
      `If you do not know ${nameInMail(companyName)}, ignore this mail: nobody else can confirm your address.`,
    ],
    signature: config.appName,
  })
}

/** To the holder of an address with a confirmed account, when somebody gives the address to another account. */
export function sharedAddressLetter(config: Config, { name, companyName, email }: Account): Letter {
  return writeLetter({
    subject: `You already have an account on ${config.appName}`,
    greeting: 'Hello,',
    paragraphs: [
      `somebody gave ${email} as the address of an account for ${nameInMail(name)} at ${nameInMail(companyName)}. It already belongs to your account, and stays with it.`,
      'If it was you: sign in to the account that you have. To keep the new one as well, sign in to it with its own password and give it another address under Profile.',
    ],
    actions: [{ label: 'Sign in', url: `${originOf(config)}/login` }],
    notes: ['If it was not you, ignore this mail: your account is safe.'],
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
    paragraphs: [`the email address of your account was changed from ${email} to ${newEmail}.`],
    actions: [{ label: 'This was not me: change it back', url: emailLinkUrl(config, link) }],
    notes: [
      'If it was you, there is nothing to do.',
      `The link works until ${inWords(link.expiresAt)}. It gives your account this address again, signs everybody out of it, and you choose a new password.`,
    ],
    signature: config.appName,
  })
}

export function passwordChangedLetter(config: Config, { name }: Account): Letter {
  return writeLetter({
    subject: `Your password for ${config.appName} was changed`,
    greeting: hello(name),
    paragraphs: ['the password of your account was changed, and its other sessions have ended.'],
    actions: [{ label: 'This was not me: choose a new password', url: `${originOf(config)}/forgot` }],
    notes: ['If it was you, there is nothing to do.'],
    signature: config.appName,
  })
}

type SignIn = { device: string; address: string; at: Date }

export function newSignInLetter(config: Config, { name }: Account, { device, address, at }: SignIn): Letter {
  return writeLetter({
    subject: `New sign-in to ${config.appName}`,
    greeting: hello(name),
    paragraphs: [
      'somebody signed in to your account from a browser that we have not seen before.',
      `${device}, network address ${address}, ${inWords(at)}.`,
    ],
    actions: [{ label: 'This was not me: choose a new password', url: `${originOf(config)}/forgot` }],
    notes: ['If it was you, there is nothing to do. A new password ends all sessions.'],
    signature: config.appName,
  })
}

function hello(name: string) {
  return `Hello ${nameInMail(name)},`
}

function emailLinkUrl(config: Config, { token }: Link) {
  return `${originOf(config)}/email?token=${token}`
}

/** Without PUBLIC_URL no server that sends mail starts. */
function originOf({ publicUrl }: Config) {
  return publicUrl!.replace(/\/$/, '')
}

function inWords(moment: Date) {
  return `${moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
