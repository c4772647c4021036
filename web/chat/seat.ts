import { createContext, useContext } from 'react'
import type { Side } from '#contract/chat.ts'

/** The side from which a thread is read and written. The dashboard is the customer's seat, the desk the host's. */
export const Seat = createContext<Side>('customer')

export function useSeat() {
  const own = useContext(Seat)
  const other: Side = own === 'customer' ? 'host' : 'customer'
  return { own, other }
}
