import { useState } from 'react'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { readCookie, writeCookie } from '#web/theme/cookie.ts'

/** What happens to the enquiry with the reply, before the next one opens. */
export const sendChoices = ['next', 'hold', 'close'] as const
export type SendChoice = (typeof sendChoices)[number]

export const statusOfChoice: Record<SendChoice, EnquiryStatus | undefined> = {
  next: undefined,
  hold: 'onHold',
  close: 'closed',
}

const cookie = 'sendChoice'

/** The last choice on this device. It is in a cookie because logging out clears local storage. */
export function useSendChoice() {
  const [choice, setChoice] = useState<SendChoice>(
    () => sendChoices.find((each) => each === readCookie(cookie)) ?? 'next',
  )
  const choose = (next: SendChoice) => {
    setChoice(next)
    writeCookie(cookie, next)
  }
  return { choice, choose }
}
