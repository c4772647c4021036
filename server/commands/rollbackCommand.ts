import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { nameOf } from '#server/backup/format/manifest.ts'
import { putInPlace } from '#server/backup/restoring/restoreFolder.ts'
import { listCopies, readAbout } from '#server/backup/upgrading/copies.ts'
import { findCopyFaults } from '#server/backup/upgrading/copyHashes.ts'
import { countWrittenSince } from '#server/backup/upgrading/writtenSince.ts'
import { readConfig } from '#server/config.ts'
import { lockDataFolder } from '#server/dataFolder.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'

const options = { yes: { type: 'boolean' } } as const

type Print = (line: string) => void

/** `npm run rollback`: returns to the state before the last update. Throws a StartError. */
export async function rollbackCommand(args: string[], environment: NodeJS.ProcessEnv, print: Print) {
  const { values } = parseArgs({ args, options })
  const { dataDir, database } = readConfig(environment)
  if (database) throw new StartError('Only the embedded database is copied before an update. Restore a backup instead.')
  const { path, release } = await lockDataFolder(dataDir)
  try {
    const copy = (await listCopies(path)).at(-1)
    if (!copy) throw new StartError(`There is no copy from before an update in ${path}. Restore a backup instead.`)
    await requireIntact(path, copy, print)
    const { copiedAt, major } = await readAbout(path, copy)
    const since = new Date(copiedAt)
    const which = major === undefined ? '' : `, and needs PostgreSQL ${major}, which that version of the product has`
    print(
      `The copy is from ${copiedAt}, before the last update${which}. Going back to it undoes what was written since:`,
    )
    for (const line of await countWrittenSince(path, since)) print(`  ${line}`)
    if (!values.yes) await confirm()
    const aside = await putInPlace(path, join(path, copy), nameOf(new Date()))
    print(`Back in the state of ${copiedAt}. The data from before is in ${aside}.`)
    print('Now start the version that you used then: this one would update the database again.')
  } finally {
    await release()
  }
}

async function requireIntact(path: string, copy: string, print: Print) {
  print('Checking the copy …')
  const faults = await findCopyFaults(path, copy)
  if (!faults) print('An older version made the copy, without hashes, so it cannot be checked.')
  if (!faults?.length) return
  for (const fault of faults) print(fault)
  throw new StartError(
    `The copy is damaged, so nothing has been changed. Restore a backup instead: ${commandLine('restore', 'NAME')}`,
  )
}

async function confirm() {
  if (!process.stdin.isTTY) throw new StartError('Nothing has been changed. To go back, add --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Go back? (yes/no) ').finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new StartError('Nothing has been changed.')
}
