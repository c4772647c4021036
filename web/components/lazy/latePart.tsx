import { useEffect, useState, type ComponentType } from 'react'
import { fetchCode, fetchCodeSurely } from '#web/api/fetchCode.ts'
import { whenIdle } from './whenIdle.ts'

/**
 * A component that appears after the page around it. Its code is fetched once the page is idle, and retried until it
 * arrives; the rest of the page works without it. After `fetch`, it appears at once. That rejects with a `Failure`
 * if the code cannot be loaded.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | undefined
  const fetch = async () => {
    fetched ??= await fetchCode(load)
  }
  function LatePart(props: Props) {
    const [Part, setPart] = useState(() => fetched)
    useEffect(() => {
      const leaving = new AbortController()
      const show = async () => {
        fetched ??= await fetchCodeSurely(load, leaving.signal)
        if (fetched) setPart(() => fetched)
      }
      const cancel = whenIdle(() => void show())
      return () => {
        cancel()
        leaving.abort()
      }
    }, [])
    return Part && <Part {...props} />
  }
  return Object.assign(LatePart, { fetch })
}
