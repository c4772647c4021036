import type { Plugin } from 'vite'

type Repair = { file: string; from: string; to: string }

/**
 * What the driver does wrong when a connection is lost, in its own words; docs/decisions/009-repaired-driver.md says
 * why. A version of it that has other words stops the build: look whether it still needs this.
 */
const repairs: Repair[] = [
  {
    file: 'connection.js',
    // Bytes of the lost connection must not go out on the next one, nor anything to none.
    from: 'const x = socket.write(chunk, fn)',
    to:
      'if (!socket || socket.destroyed) ' +
      "return chunk = nextWriteTimer = null, error(Errors.connection('CONNECTION_CLOSED', options, socket)), false; " +
      'const x = socket.write(chunk, fn)',
  },
  {
    file: 'connection.js',
    from: 'clearImmediate(nextWriteTimer)\n    socket.removeListener',
    to: 'clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null\n    socket.removeListener',
  },
  {
    file: 'connection.js',
    // Also what was asked between the error and the close has to be told.
    from: '!hadError && (query || sent.length) && error(',
    to: ';(query || sent.length) && error(',
  },
  {
    file: 'connection.js',
    // Whoever waits for the new connection hears of it anyhow.
    from: 'return fetchArrayTypes()',
    to: 'return void fetchArrayTypes().catch(() => {})',
  },
  {
    file: 'connection.js',
    // What a lost connection was told, and the rows that it had by then, are not the next one's.
    from: 'statements = {}\n      needsTypes',
    to: 'statements = {}; query = errorResponse = null; rows = 0\n      needsTypes',
  },
  {
    file: 'index.js',
    // A transaction that has lost its connection must not go on, on the next one, as if it were none.
    from: 'new Promise((_, reject) => connection.onclose = reject)',
    to: 'new Promise((_, reject) => connection.onclose = (error) => reject((lost = error)))',
  },
  { file: 'index.js', from: ', prepare = null\n\n    try', to: ', prepare = null\n      , lost = null\n\n    try' },
  {
    file: 'index.js',
    from: 'q.catch(e => uncaughtError || (uncaughtError = e))\n',
    to: 'q.catch(e => uncaughtError || (uncaughtError = e)); if (lost) return q.reject(lost)\n',
  },
]

/** The database driver, mended as it is bundled. */
export function repairedPostgres(): Plugin {
  return {
    name: 'repaired-postgres',
    transform(code, id) {
      const file = /node_modules\/postgres\/src\/(\w+\.js)$/.exec(id.replaceAll('\\', '/'))?.[1]
      if (!file) return null
      const mended = repairs.filter((repair) => repair.file === file).reduce(mend, code)
      // No repair adds a line, so the driver's lines are still where a stack trace says.
      return { code: mended, map: null }
    },
  }
}

function mend(code: string, { file, from, to }: Repair) {
  if (code.split(from).length !== 2) throw new Error(`postgres/src/${file} is not the one that repairedDriver.ts mends`)
  return code.replace(from, () => to)
}
