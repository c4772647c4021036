import { existsSync } from 'node:fs'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { measure } from '#server/backup/measure.ts'
import { listNamesOf, listNeededFiles } from '#server/backup/neededFiles.ts'
import { listCopies } from '#server/backup/upgrading/copies.ts'
import { findCopyFaults } from '#server/backup/upgrading/copyHashes.ts'
import { countMails } from '#server/customers/incoming/countMails.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { checkCounts } from '#server/enquiries/list/countCheck.ts'
import { checkLandmarks } from '#server/enquiries/list/landmarkUpkeep.ts'
import { checkAllWords } from '#server/enquiries/search/wordCheck.ts'
import { timeLeft } from '#server/nextPostgres/copyProgress.ts'
import { commandLine } from '#server/projectRoot.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Installation } from './installation.ts'
import { findStructuralFaults } from './structuralFaults.ts'

type Print = (line: string) => void

/** Checks the database and the files while servers use them. Returns a sentence for each fault. */
export async function findLiveFaults({ connection, storage }: Installation, print: Print) {
  const faults = await findDatabaseFaults(connection, print)
  print('Checking the files …')
  return [...faults, ...(await attempt('files', () => findFileFaults(connection, storage)))]
}

/** Corrects wrong totals and words as housekeeping does, which compares only a sample of the words. */
export async function findDatabaseFaults(connection: Connection, print: Print) {
  print('Checking tables and indexes …')
  const faults = await findStructuralFaults(connection, print)
  print('Checking totals and search words …')
  const db = openDatabase(connection, 2, { statementTimeout: 0 })
  try {
    return [...faults, ...(await findWrongTotals(db, print)), ...(await findLostMails(db, print))]
  } finally {
    await db.end()
  }
}

async function findLostMails(db: Db, print: Print) {
  return attempt('received emails', async () => {
    const { summary, faults } = await countMails(db)
    if (summary) print(summary)
    return faults
  })
}

async function findWrongTotals(db: Db, print: Print) {
  const checkWords = (_: Db, signal: AbortSignal) => {
    const say = timeLeft(print)
    return checkAllWords(db, signal, (share) => say('Checking search words', share))
  }
  const checks = { totals: checkCounts, landmarks: checkLandmarks, 'search words': checkWords }
  const faults = []
  for (const [called, check] of Object.entries(checks)) {
    const found = await attempt(called, async () => {
      const companies = await check(db, new AbortController().signal)
      return companies.map((id) => `The ${called} of the company ${id} were wrong, and have been corrected.`)
    })
    faults.push(...found)
  }
  return faults
}

/** A damaged table makes a check fail, which must not keep the faults of the others from being named. */
async function attempt(called: string, check: () => Promise<string[]>) {
  try {
    return await check()
  } catch (error) {
    return [`The ${called} cannot be checked: ${(error as Error).message}.`]
  }
}

async function findFileFaults(connection: Connection, storage: Storage) {
  const session = await DatabaseSession.begin(connection)
  try {
    const faults = []
    for (const key of await listNeededFiles(session)) {
      const fault = await faultOf(key, storage)
      if (!fault) continue
      const names = (await listNamesOf(session, key)).map((name) => `“${name}”`)
      faults.push(
        `The file ${[key, ...names].join(', ')} is ${fault}. If a backup has it: ${commandLine('restore', '--file', key)}`,
      )
    }
    return faults
  } finally {
    await session.close()
  }
}

async function faultOf(key: string, storage: Storage) {
  const found = await storage.open(key)
  if (!found) return 'missing'
  return (await measure(found.stream)).sha256 === key ? undefined : 'damaged'
}

/** Reads the copies of the embedded database from before updates. Returns a sentence for each fault. */
export async function findFaultsOfCopies(dataDir: string, print: Print) {
  const faults: string[] = []
  for (const copy of existsSync(dataDir) ? await listCopies(dataDir) : []) {
    print(`Checking the copy ${copy} …`)
    const found = await findCopyFaults(dataDir, copy)
    if (!found) print('An older version made it, without hashes, so it cannot be checked.')
    // A server may have removed it meanwhile.
    else if ((await listCopies(dataDir)).includes(copy)) faults.push(...found)
  }
  return faults
}
