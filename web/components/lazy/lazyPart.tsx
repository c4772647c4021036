import { useDeferredValue, useEffect, useMemo, useState, type ComponentType } from 'react'
import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { isFailure } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { toastError } from '#web/api/toasts.ts'
import { whenIdle } from './whenIdle.ts'

interface Openable {
  open: boolean
}

/**
 * A part that is closed at first: a menu, a dialog. Its code is fetched once the page has nothing better to do, or
 * when it is opened before that. What opens it is seen to be pressed before it comes. What closes it closes it at once:
 * the next key is for what is beneath.
 */
export function lazyPart<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | undefined
  const fetchPart = async () => (fetched ??= await fetchCode(load))
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => fetched)
    const { open } = props
    const earlier = useDeferredValue(props)
    const given = open && !earlier.open ? earlier : props
    useEffect(() => {
      if (Part) return
      const leaving = new AbortController()
      const show = (part: ComponentType<Props>) => !leaving.signal.aborted && setPart(() => part)
      const cancel = open
        ? void fetchOpened(fetchPart, show, leaving.signal)
        : whenIdle(() => void fetchPart().then(show, () => {}))
      return () => {
        cancel?.()
        leaving.abort()
      }
    }, [Part, open])
    return useMemo(() => Part && <Part {...given} />, [Part, given])
  }
}

/** Somebody waits for it: that it cannot be had is told once, and tried again until it can. */
async function fetchOpened<Part>(fetchPart: () => Promise<Part>, show: (part: Part) => void, signal: AbortSignal) {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return show(await fetchPart())
    } catch (failure) {
      if (failures === 1) tell(failure)
      await beforeNextTry(failures, signal)
    }
  }
}

function tell(failure: unknown) {
  if (isFailure(failure)) toastError(failure.message)
}
