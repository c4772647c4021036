import { useRef } from 'react'

/** Fetches new URLs of the files. */
export type Renew = () => PromiseLike<{ error?: unknown }>

/** The first failed picture renews the URLs automatically. After that only a retry does, until a picture loads again. */
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
    renew: async () => (await renew?.()) ?? {},
  }
}

export type Renewal = ReturnType<typeof useRenewal>
