import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const path = '/usr/bin/docker-compose'

/** Returns the path of a program that checks compose files, installing it if needed, or undefined if it cannot be installed. */
export async function findOrInstallCompose() {
  if (!existsSync(path)) await installByApt('docker-compose')
  return existsSync(path) ? path : undefined
}
