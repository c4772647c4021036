import { createContext } from 'react'

/** Logs out after a question, should anything unsent be discarded by it. */
export const AskedLogOut = createContext<() => void>(() => {})
