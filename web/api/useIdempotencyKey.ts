import { useCallback, useRef } from 'react'
import { v4 } from 'uuid'

/**
 * A key for what is about to be submitted: the same for each attempt at the same content,
 * so that a retry after a lost answer is carried out once. Forget it when the content has arrived.
 */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string }>(undefined)
  const keyFor = useCallback((submitted: unknown) => {
    const content = JSON.stringify(submitted)
    if (last.current?.content !== content) last.current = { content, key: v4() }
    return last.current.key
  }, [])
  const forget = useCallback(() => {
    last.current = undefined
  }, [])
  return { keyFor, forget }
}
