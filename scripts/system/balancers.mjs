import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const paths = { haproxy: '/usr/sbin/haproxy', nginx: '/usr/sbin/nginx' }

/**
 * Returns the paths of the load balancers HAProxy and nginx, installing them if needed, without those that cannot be
 * installed. Where systemd runs, it would start them at the next boot, so they are not installed there.
 */
export async function findOrInstallBalancers() {
  const found = {}
  for (const [name, path] of Object.entries(paths)) {
    if (!existsSync(path) && !existsSync('/run/systemd/system')) await installByApt(name)
    if (existsSync(path)) found[name] = path
  }
  return found
}
