// oxlint-disable-next-line no-restricted-imports -- this is the one that knows when the person leaves
import { lazy as reactLazy, type ComponentType } from 'react'
import { fetchCode } from '#web/api/fetchCode.ts'

/** A component whose place waits for its code (`Suspense`). If that cannot be loaded, the page shows that it failed. */
export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return reactLazy(() => fetchCode(load))
}
