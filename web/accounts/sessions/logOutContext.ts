import { createContext } from 'react'

/** Logs out, and asks for confirmation first if that would discard unsent input. */
export const LogOutContext = createContext<() => void>(() => {})
