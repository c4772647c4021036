import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFinished } from '#server/backup/places/folderPlace.ts'
import { readable } from '#server/backup/readable.ts'
import type { Config } from '#server/config.ts'
import { type Finding, findingsOn } from './finding.ts'
import { type FolderState, probeFolder, sizeOfFolder } from './folderProbe.ts'
import { NoResponse } from './timeLimit.ts'

const { ok, warning, problem } = findingsOn('disk')

/** Uploads in progress may take this much. */
const uploadBytes = 512e6
/** Received emails are read here, one at a time. */
const temporaryBytes = 100e6
const minFreeFiles = 10_000
/** An update copies the database first, and requires this much of its size. A backup may be larger than the one before. */
const growth = 1.2

type Place = {
  /** The setting and the path. */
  called: string
  path: string
  isExpected: boolean
  /** Without so much free space, work fails. */
  minBytes: number
  remedy: string
}
export type Folders = { findings: Finding[]; data?: FolderState; backups?: FolderState }

/** Looks at the folders that the settings name. Those that can be used are in the result. */
export async function checkDisk(config: Config, ms: number): Promise<Folders> {
  const { dataDir, backupDir, isStateless } = config
  const [data, backups, temporary] = await Promise.all([
    isStateless ? undefined : checkFolder(dataFolderOf(dataDir), ms),
    backupDir === undefined ? undefined : checkFolder(backupFolderOf(backupDir), ms),
    checkFolder(temporaryFolderOf(isStateless ? uploadBytes : temporaryBytes), ms),
  ])
  const needs = await Promise.all([
    data?.state && !config.database ? checkUpdate(dataDir, data.state, ms) : [],
    backups?.state && backupDir !== undefined ? checkNextBackup(backupDir, backups.state, ms) : [],
  ])
  const findings = [data, backups, temporary].flatMap((each) => each?.findings ?? [])
  const shared = findShared(config, data?.state, backups?.state)
  return { findings: [...findings, ...needs.flat(), ...shared], data: data?.state, backups: backups?.state }
}

function dataFolderOf(path: string): Place {
  const remedy = 'Set DATA_DIR to the folder of your data. If there is none yet, the first start creates it.'
  return { called: `DATA_DIR, ${path},`, path, isExpected: false, minBytes: uploadBytes, remedy }
}

function backupFolderOf(path: string): Place {
  const remedy = `Mount the disk of BACKUP_DIR, or create the folder ${path}.`
  return { called: `BACKUP_DIR, ${path},`, path, isExpected: true, minBytes: 0, remedy }
}

function temporaryFolderOf(minBytes: number): Place {
  const path = tmpdir()
  const remedy = `Create the folder ${path}, or set TMPDIR to another one.`
  return { called: `The folder for temporary files, ${path},`, path, isExpected: true, minBytes, remedy }
}

async function checkFolder(place: Place, ms: number): Promise<{ findings: Finding[]; state?: FolderState }> {
  const { called, path, isExpected, remedy } = place
  try {
    const state = await probeFolder(path, ms)
    if (!('missing' in state)) return { findings: judge(place, state), state }
    const fact =
      state.missing === 'ENOENT'
        ? `${called} does not exist, so nothing in it was checked.`
        : `${called} cannot be read (${state.missing}), so nothing in it was checked.`
    return { findings: [isExpected ? problem(fact, remedy) : warning(fact, remedy)] }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    const fact = `${called} did not respond within ${ms / 1000} s, so nothing in it was checked.`
    return { findings: [problem(fact, `Check the network drive or the disk that ${path} is on.`)] }
  }
}

function judge({ called, path, minBytes }: Place, { isWritable, code = '', freeBytes, freeFiles }: FolderState) {
  const found: Finding[] = []
  if (!isWritable)
    found.push(
      problem(`${called} cannot be written to.${reasons[code] ?? ` (${code})`}`, remedies[code] ?? giveAccess(path)),
    )
  if (freeBytes < minBytes) {
    const fact = `Of the disk of ${path}, only ${readable(freeBytes)} are free. Work in progress may need ${readable(minBytes)}.`
    found.push(problem(fact, `Make room on the disk of ${path}.`))
  }
  if (freeFiles !== undefined && freeFiles < minFreeFiles) {
    const fact = `The disk of ${path} has room for ${freeFiles.toLocaleString('en')} more files only.`
    found.push(problem(fact, `Remove files from the disk of ${path}, or give its file system more inodes.`))
  }
  return found.length > 0 ? found : [ok(`${called} can be written to; ${readable(freeBytes)} are free.`)]
}

const reasons: Record<string, string> = {
  EROFS: ' Its disk is mounted read-only.',
  EACCES: ' This account has no permission.',
}
const remedies: Record<string, string> = {
  EROFS: 'Look in the log of the system for errors of the disk, and mount it with write access.',
}

function giveAccess(path: string) {
  return `Run the command as the account of the server, or give that account write access to ${path}.`
}

/** Before an update, the embedded database is copied. */
async function checkUpdate(dataDir: string, { freeBytes }: FolderState, ms: number) {
  const size = await sizeOfFolder(join(dataDir, 'postgres'), ms)
  if (size === undefined) return []
  const needed = size * growth
  if (freeBytes >= needed)
    return [ok(`The next update first copies the database, and has the ${readable(needed)} for that.`)]
  const fact = `The next update first copies the database, for which ${readable(needed)} must be free; ${readable(freeBytes)} are.`
  return [warning(fact, `Make room in ${dataDir} before you update.`)]
}

/** The next backup takes about the space of the last one; the files are shared. */
async function checkNextBackup(backupDir: string, { freeBytes }: FolderState, ms: number) {
  const newest = (await listFinished(backupDir)).at(-1)
  const size = newest === undefined ? 0 : await sizeOfFolder(join(backupDir, newest), ms)
  if (size === undefined || freeBytes >= size * growth) return []
  const fact = `The next backup needs about ${readable(size * growth)} in BACKUP_DIR, and ${readable(freeBytes)} are free.`
  return [problem(fact, 'Make room on the disk of BACKUP_DIR, or lower BACKUP_KEEP.')]
}

function findShared({ dataDir, backupDir }: Config, data?: FolderState, backups?: FolderState) {
  if (!data || !backups || data.device !== backups.device) return []
  const fact = `BACKUP_DIR, ${backupDir}, is on the same disk as DATA_DIR, ${dataDir}.`
  return [
    warning(
      `${fact} If the disk breaks, both are lost.`,
      'Set BACKUP_DIR to a folder on another disk or a mounted share.',
    ),
  ]
}
