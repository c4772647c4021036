import { useDeferredValue, useEffect, useMemo, useState, type ComponentType } from 'react'
import { beforeNextTry } from '#web/api/beforeNextTry.ts'
import { isFailure } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { toastError } from '#web/api/toasts.ts'
import { whenIdle } from './whenIdle.ts'

interface Openable {
  open: boolean
}

interface Near {
  /** False while the next click cannot open it: its code is then fetched no earlier than it is opened. */
  isNear?: boolean
}

/**
 * A component that is closed at first, such as a menu or a dialog, and is rendered from when it is first opened. Its code
 * is fetched once the page is idle, so that it opens at once and without a connection, or when it is opened before that.
 * Opening is deferred, so that the pressed button renders first. Closing is not, because the next key press belongs to the
 * page below.
 */
export function lazyPart<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | undefined
  const fetchPart = async () => (fetched ??= await fetchCode(load))
  return function LazyPart(props: Props & Near) {
    const [Part, setPart] = useState(() => fetched)
    const { open, isNear = true } = props
    const deferred = useDeferredValue(props)
    const shownProps = open && !deferred.open ? deferred : props
    // A closed menu in each row of a list would cost as much as the row.
    const [wasOpened, setWasOpened] = useState(false)
    if (shownProps.open && !wasOpened) setWasOpened(true)
    useEffect(() => {
      if (Part || !(open || isNear)) return
      const leaving = new AbortController()
      const show = (part: ComponentType<Props>) => !leaving.signal.aborted && setPart(() => part)
      const cancel = open
        ? void fetchOpened(fetchPart, show, leaving.signal)
        : whenIdle(() => void fetchPart().then(show, () => {}))
      return () => {
        cancel?.()
        leaving.abort()
      }
    }, [Part, open, isNear])
    return useMemo(() => Part && wasOpened && <Part {...shownProps} />, [Part, wasOpened, shownProps])
  }
}

/** The person is waiting, so a failure shows a toast once and is retried until the code arrives. */
async function fetchOpened<Part>(fetchPart: () => Promise<Part>, show: (part: Part) => void, signal: AbortSignal) {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return show(await fetchPart())
    } catch (failure) {
      if (failures === 1) report(failure)
      await beforeNextTry(failures, signal)
    }
  }
}

function report(failure: unknown) {
  if (isFailure(failure)) toastError(failure.message)
}
