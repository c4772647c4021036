import { useEffect, useRef } from 'react'

/** Whether somebody is still where they were when something was sent: who has left is not to be moved. */
export function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
