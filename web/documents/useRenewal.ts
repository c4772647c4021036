import { useRef } from 'react'

/** Asks for the addresses of pictures anew. */
export type Renew = () => Promise<void>

/** The first picture that fails has them renewed by itself; after that somebody has to ask, until one is seen again. */
export function useRenewal(renew: Renew | undefined) {
  const isRenewed = useRef(false)
  return {
    noteShown: () => {
      isRenewed.current = false
    },
    noteFailed: async () => {
      if (isRenewed.current) return
      isRenewed.current = true
      await renew?.()
    },
    renew: async () => renew?.(),
  }
}

export type Renewal = ReturnType<typeof useRenewal>
