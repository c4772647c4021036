import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { networkOf } from '#server/http/limits/networks.ts'
import type { HeldFor, Traffic } from './submissionStore.ts'

/** Submissions of one network. */
const perSource = { hour: 5, day: 20 }
/** Above this many in an hour, the form of a company asks for a proof of work. */
const perCompanyInHour = 60
/** Submissions that a company can hold. */
const maxHeld = 1000
/** The images of a company's submissions that are unconfirmed or held, in bytes. */
const maxWaitingBytes = 200 * 1024 * 1024
/** Mails that ask an address for confirmation. */
const perRecipient = { tenMinutes: 1, day: 3 }

/** A keyed hash of an IPv4 address or an IPv6 /64 network, which is what one visitor has. */
export function sourceOf(secrets: LinkSecrets, address: string) {
  return secrets.fingerprintOf(`network ${networkOf(address)}`)
}

export function needsProof({ toCompanyInHour }: Traffic) {
  return toCompanyInHour >= perCompanyInHour
}

/** Whether the company can hold no more. The visitor then keeps the text and is asked to send it later. */
export function isFull(traffic: Traffic) {
  return traffic.held >= maxHeld
}

export function hasRoomFor({ waitingBytes }: Traffic, bytes: number) {
  return bytes === 0 || waitingBytes + bytes <= maxWaitingBytes
}

export type Signs = { isDecoyFilled: boolean; isBlocked: boolean; hasProof: boolean; traffic: Traffic }

/** Why a submission has to be looked at before it becomes an enquiry; null if nothing speaks against it. */
export function heldFor({ isDecoyFilled, isBlocked, hasProof, traffic }: Signs): HeldFor | null {
  if (isDecoyFilled) return 'decoy'
  if (isBlocked) return 'blocked'
  if (traffic.fromSourceInHour >= perSource.hour || traffic.fromSourceInDay >= perSource.day) return 'sender'
  return needsProof(traffic) && !hasProof ? 'company' : null
}

export function mayMail({ inTenMinutes, inDay }: { inTenMinutes: number; inDay: number }) {
  return inTenMinutes < perRecipient.tenMinutes && inDay < perRecipient.day
}
