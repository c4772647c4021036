import { createContext, useContext } from 'react'
import type { Side } from '#contract/chat.ts'

/** From which side of the table a thread is read and written: the dashboard is the customer's seat. */
export const Seat = createContext<Side>('customer')

export function useSeat() {
  const own = useContext(Seat)
  const other: Side = own === 'customer' ? 'host' : 'customer'
  return { own, other }
}
