import { useCallback, useMemo, useState } from 'react'
import type { HeldMail } from '#contract/customers/incoming.ts'

/** A held email that has become an enquiry. */
export interface Made {
  /** Of the email. */
  id: string
  address: string
  enquiryId: string
}

/** The held emails of which this page has made enquiries, so that it can lead to them, and those that still wait. */
export function useMade(held: HeldMail[] | undefined) {
  const [made, setMade] = useState<Made[]>([])
  const noteMade = useCallback(({ _id: id, address }: HeldMail, enquiryId: string) => {
    setMade((known) => [...known, { id, address, enquiryId }])
  }, [])
  const waiting = useMemo(() => held?.filter(({ _id }) => made.every(({ id }) => id !== _id)) ?? [], [held, made])
  return { made, waiting, noteMade }
}
