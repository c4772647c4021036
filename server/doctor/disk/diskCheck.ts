import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNameOfBackup } from '#server/backup/format/manifest.ts'
import { readable } from '#server/backup/readable.ts'
import { spaceFactor } from '#server/backup/upgrading/coldCopy.ts'
import type { Config } from '#server/config.ts'
import { NoResponse } from '#server/database/timeLimit.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { type FolderState, namesInFolder, probeFolder, sizeOfFolder } from './folderProbe.ts'

const { ok, warning, problem } = findingsOn('disk')

/** Uploads in progress may take this much. */
const uploadBytes = 512e6
/** Received emails are read here, one at a time. */
const temporaryBytes = 100e6
const minFreeFiles = 10_000
type Place = {
  /** The setting and the path. */
  called: string
  path: string
  isExpected: boolean
  /** Without so much free space, work fails. */
  minBytes: number
  remedy: string
}
/** `files` is also there if that folder does not exist yet. */
export type Folders = { data?: FolderState; backups?: FolderState; files?: FolderState | { missing: string } }

/** Looks at the folders that the settings name. Those that respond are in the result. */
export async function checkDisk(config: Config, ms: number): Promise<{ findings: Finding[]; folders: Folders }> {
  const { dataDir, backupDir, filesDir, isStateless } = config
  const [data, backups, temporary, files] = await Promise.all([
    isStateless ? undefined : checkFolder(dataFolderOf(dataDir), ms),
    backupDir === undefined ? undefined : checkFolder(backupFolderOf(backupDir), ms),
    checkFolder(temporaryFolderOf(isStateless ? uploadBytes : temporaryBytes), ms),
    config.bucket ? undefined : checkFiles(filesDir, ms),
  ])
  const needs = await Promise.all([
    data?.state && !config.database ? checkUpdate(dataDir, data.state, ms) : [],
    backups?.state?.isWritable && backupDir !== undefined ? checkNextBackup(backupDir, backups.state, ms) : [],
  ])
  // The folder of the files is in the data folder, so it has nothing to add if that cannot be used.
  const checked = [data, backups, temporary, data?.state && files]
  const findings = checked.flatMap((each) => each?.findings ?? [])
  const shared = findShared(config, data?.state, backups?.state)
  const folders = { data: data?.state, backups: backups?.state, files: data?.state && files?.state }
  return { findings: [...findings, ...needs.flat(), ...shared], folders }
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
    if (state.missing === 'EACCES') return { findings: [problem(fact, giveAccess(path))] }
    return { findings: [isExpected ? problem(fact, remedy) : warning(fact, remedy)] }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { findings: [explainSilent(called, path, ms)] }
  }
}

/** It may be on a drive of its own. The check of the storage judges it. */
async function checkFiles(filesDir: string, ms: number) {
  try {
    return { findings: [], state: await probeFolder(filesDir, ms) }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { findings: [explainSilent(`The folder of the files, ${filesDir},`, filesDir, ms)] }
  }
}

function explainSilent(called: string, path: string, ms: number) {
  const fact = `${called} did not respond within ${ms / 1000} s, so nothing in it was checked.`
  return problem(fact, `Check the network drive or the disk that ${path} is on.`)
}

function judge({ called, path, minBytes }: Place, { isWritable, code = '', freeBytes, freeFiles }: FolderState) {
  const found: Finding[] = []
  if (!isWritable)
    found.push(
      problem(`${called} cannot be written to${reasons[code] ?? ` (${code})`}.`, remedies[code] ?? giveAccess(path)),
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
  EROFS: ': its disk is mounted read-only',
  EACCES: ': this account has no permission',
}
const remedies: Record<string, string> = {
  EROFS: 'Look in the log of the system for errors of the disk, and mount it with write access.',
}

export function giveAccess(path: string) {
  return `Run the command as the account that runs the server, or give this account access to ${path}.`
}

/** Before an update, the embedded database is copied. */
async function checkUpdate(dataDir: string, { freeBytes }: FolderState, ms: number) {
  const size = await sizeOfFolder(join(dataDir, 'postgres'), ms)
  if (size === undefined) return []
  const needed = size * spaceFactor
  if (freeBytes >= needed)
    return [ok(`The next update first copies the database, and has the ${readable(needed)} for that.`)]
  const fact = `The next update first copies the database, for which ${readable(needed)} must be free; ${readable(freeBytes)} are.`
  return [warning(fact, `Make room in ${dataDir} before you update.`)]
}

/** The next backup takes about the space of the last one, or somewhat more; the files are shared. */
async function checkNextBackup(backupDir: string, { freeBytes }: FolderState, ms: number) {
  const names = await namesInFolder(backupDir, ms)
  const newest = names?.filter(isNameOfBackup).toSorted().at(-1)
  const size = newest === undefined ? 0 : await sizeOfFolder(join(backupDir, newest), ms)
  if (size === undefined || freeBytes >= size * spaceFactor) return []
  const fact = `The next backup needs about ${readable(size * spaceFactor)} in BACKUP_DIR, and ${readable(freeBytes)} are free.`
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
