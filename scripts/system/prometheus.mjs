import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const path = '/usr/bin/prometheus'

/**
 * Returns the path of Prometheus, beside which promtool is, installing it if needed, or undefined if it cannot be installed. Where
 * systemd runs, it would start at the next boot, so it is not installed there.
 */
export async function findOrInstallPrometheus() {
  if (!existsSync(path) && !existsSync('/run/systemd/system')) await installByApt('prometheus')
  return existsSync(path) ? path : undefined
}
