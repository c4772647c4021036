import { useState } from 'react'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'

/** Ways to send a reply. Each opens the next enquiry. */
export const sendChoices = ['next', 'hold', 'close'] as const
export type SendChoice = (typeof sendChoices)[number]

export const statusOfChoice: Record<SendChoice, EnquiryStatus | undefined> = {
  next: undefined,
  hold: 'onHold',
  close: 'closed',
}

/** The choice that led to this status. */
export function choiceOf(status: EnquiryStatus | undefined) {
  return sendChoices.find((choice) => statusOfChoice[choice] === status) ?? 'next'
}

/** The person's last choice on this device. It is in a cookie because logging out clears local storage. */
export function useSendChoice(userId: string) {
  const cookie = `sendChoice-${userId}`
  const [choice, setChoice] = useState<SendChoice>(
    () => sendChoices.find((each) => each === readCookie(cookie)) ?? 'next',
  )
  const choose = (next: SendChoice) => {
    setChoice(next)
    writeCookie(cookie, next)
  }
  return { choice, choose }
}
