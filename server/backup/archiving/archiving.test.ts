import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { restoreCommand } from '#server/commands/restoreCommand.ts'
import { verifyCommand } from '#server/commands/verifyCommand.ts'
import { openDatabase } from '#server/database/database.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { archivedInstallation } from '#server/test/backups/archiving.ts'
import { filesIn, temporaryFolder } from '#server/test/backups/backups.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()

type Installation = Awaited<ReturnType<typeof archivedInstallation>>

/** Restores a moment to an empty data folder. */
async function restore({ environment }: Pick<Installation, 'environment'>, at: string, dataDir?: string) {
  const target = dataDir ?? join(await temporaryFolder(), 'data')
  const lines: string[] = []
  await restoreCommand(['--at', at], { ...environment, DATA_DIR: target }, (line) => lines.push(line))
  return { dataDir: target, printed: lines.join('\n') }
}

function summaries(dataDir: string): Promise<string[]> {
  return withEmbeddedPostgres(dataDir, async (connection) => {
    const db = openDatabase(connection, 1)
    const rows = await db<{ summery: string }[]>`select summery from enquiry order by created_at`
    await db.end()
    return rows.map(({ summery }) => summery)
  })
}

async function withDocument(color: string) {
  return [{ name: 'leak.png', url: await picture('png', color) }]
}

test('a restore brings back any moment since the base backup, with the files and the secret of then [D13.1]', async () => {
  const desk = await archivedInstallation(app)
  await writeFile(join(desk.dataDir, 'secret'), 'a secret of thirty-two characters or more')
  await desk.owner.raise({ summery: 'Before the base' })
  await desk.backUp('--base')
  await desk.owner.raise({ summery: 'After it', documents: await withDocument('#00ff00') })
  const { at } = await desk.ship()
  await desk.owner.raise({ summery: 'Too late' })
  await desk.db`update enquiry set summery = 'Spoiled'`
  await desk.ship()
  await desk.stop()

  const then = await restore(desk, at.toISOString())
  expect(await summaries(then.dataDir)).toEqual(['Before the base', 'After it'])
  expect(await readFile(join(then.dataDir, 'secret'), 'utf8')).toBe('a secret of thirty-two characters or more')
  const lines: string[] = []
  await verifyCommand([], { DATA_DIR: then.dataDir }, (line) => lines.push(line))
  expect(lines.at(-1)).toBe('The live system: no faults.')
  const newest = await restore(desk, 'latest')
  expect(await summaries(newest.dataDir)).toEqual(['Spoiled', 'Spoiled', 'Spoiled'])
})
