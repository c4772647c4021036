import { useEffect, useRef } from 'react'

/** Whether the page is still open when a response arrives. People who have left it must not be redirected. */
export function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
