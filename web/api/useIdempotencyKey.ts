import { useCallback, useRef } from 'react'
import { v4 } from 'uuid'

/**
 * Returns the same key for each attempt to submit the same content, so that a retry after a lost response has no second
 * effect. Call `forget` when the content has arrived.
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
