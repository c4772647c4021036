import { deepStrictEqual } from 'node:assert'
import { afterAll, vi } from 'vitest'
import { waitFor } from '#server/test/waitFor.ts'

// The files of a worker share its process, so each must leave it as it was. Vitest runs this file before each of them, and
// its `afterAll` after theirs.
const environment = { ...process.env }
const before = processState()
const openBefore = openResources()

afterAll(async () => {
  deepStrictEqual(processState(), before)
  // Sockets and processes close some time after the call that closes them.
  await waitFor(() => deepStrictEqual(leftOpen(), []))
})

function processState() {
  return {
    changedVariables: changedVariables(),
    listeners: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
    folder: process.cwd(),
    mockedTime: vi.getMockedSystemTime(),
    hasFakeTimers: vi.isFakeTimers(),
  }
}

/** Only names, because a failure is printed, and values may be secret. sharp sets VIPSHOME when it is loaded. */
function changedVariables() {
  const names = Object.keys({ ...environment, ...process.env })
  return names.filter((name) => name !== 'VIPSHOME' && environment[name] !== process.env[name])
}

function leftOpen() {
  const remaining = [...openBefore]
  return openResources().filter((kind) => {
    const index = remaining.indexOf(kind)
    if (index >= 0) remaining.splice(index, 1)
    return index < 0
  })
}

/** The open servers, child processes and Unix sockets, which include all connections to PostgreSQL. */
function openResources() {
  return process.getActiveResourcesInfo().filter((kind) => /^(TCPServerWrap|ProcessWrap|PipeWrap)$/.test(kind))
}
