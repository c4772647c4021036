import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const python = '/usr/bin/python3'
const s3Path = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api'

/**
 * Returns the path of a Python that has the object storage OpenStack Swift, installing it if needed, or undefined if that is
 * impossible. The package of the libraries starts no servers, unlike those of the servers.
 */
export async function findOrInstallSwift() {
  if (!existsSync(s3Path)) await installByApt('python3-swift')
  return existsSync(s3Path) && existsSync(python) ? python : undefined
}
