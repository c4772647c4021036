import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { NoResponse, within } from '#server/database/timeLimit.ts'

/**
 * `isWritable` is for this account. `freeFiles` is undefined for a file system without such a limit. `device` is the disk that
 * `freeBytes` and `totalBytes` are of.
 */
export type FolderState = {
  device: number
  isWritable: boolean
  code?: string
  freeBytes: number
  totalBytes: number
  freeFiles?: number
}

const stateScript = `
const { accessSync, constants, statSync, statfsSync } = require('node:fs')
function writable() {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return { isWritable: true }
  } catch ({ code }) {
    return { isWritable: false, code }
  }
}
function state() {
  if (!statSync(folder).isDirectory()) return { missing: 'ENOTDIR' }
  const { bavail, blocks, bsize, files, ffree } = statfsSync(folder)
  const size = { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: files ? ffree : undefined }
  return { ...writable(), ...size, device: statSync(folder).dev }
}
return state()`

const namesScript = `return require('node:fs').readdirSync(folder)`

const sizeScript = `
const { readdirSync, statSync } = require('node:fs')
const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
return files.reduce((sum, { parentPath, name }) => sum + sizeOf(parentPath + '/' + name), 0)`

/**
 * The state of a folder, or the code of the error for one that cannot be read, such as ENOENT. Changes nothing. Throws a
 * NoResponse.
 */
export function probeFolder(folder: string, ms: number) {
  return askProcess<FolderState | { missing: string }>(stateScript, folder, ms)
}

/** The names in a folder; undefined if it cannot be read in time. */
export async function namesInFolder(folder: string, ms: number) {
  const names = await askProcess<string[] | { missing: string }>(namesScript, folder, ms).catch(() => undefined)
  return Array.isArray(names) ? names : undefined
}

/** The bytes of the files in a folder and below; undefined if they cannot be counted in time. */
export async function sizeOfFolder(folder: string, ms: number) {
  const size = await askProcess<number | { missing: string }>(sizeScript, folder, ms).catch(() => undefined)
  return typeof size === 'number' ? size : undefined
}

/**
 * Looks at a folder in a process of its own: a network drive that is away blocks the process that looks at it, which could not
 * even exit. Throws a NoResponse.
 */
async function askProcess<T>(script: string, folder: string, ms: number): Promise<T> {
  const whole = `
    const [, folder] = process.argv
    try {
      console.log(JSON.stringify((() => {${script}})()))
    } catch ({ code }) {
      console.log(JSON.stringify({ missing: code }))
    }`
  // The settings of Node, such as a debugger's port, are for the server.
  const env = { ...process.env, NODE_OPTIONS: undefined, NODE_EXTRA_CA_CERTS: undefined }
  const child = spawn(process.execPath, ['-e', whole, folder], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  child.unref()
  // A process that cannot be started has no output.
  child.on('error', () => undefined)
  try {
    const output = await within(ms, `The folder ${folder}`, text(child.stdout))
    if (output === '') throw new NoResponse(`The folder ${folder} could not be looked at`)
    return JSON.parse(output) as T
  } finally {
    child.kill('SIGKILL')
    child.stdout.destroy()
  }
}
