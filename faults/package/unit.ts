import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export const unit = 'ops/systemd/enquiry-desk.service'
export const analyze = '/usr/bin/systemd-analyze'

/** The system calls that the unit allows, as an OCI runtime takes them; undefined where there is no systemd to name them. */
export function systemCallsOfUnit() {
  if (!existsSync(analyze)) return undefined
  const filters = [...readFileSync(unit, 'utf8').matchAll(/^SystemCallFilter=(~?)(@\S+)$/gm)]
  const named = (sign: string) => filters.filter((filter) => filter[1] === sign).flatMap((filter) => expand(filter[2]!))
  const denied = new Set(named('~'))
  const names = named('').filter((name) => !denied.has(name))
  return { defaultAction: 'SCMP_ACT_ERRNO', syscalls: [{ names, action: 'SCMP_ACT_ALLOW' }] }
}

/** The system calls of a group, which may consist of other groups. */
function expand(group: string): string[] {
  const listed = execFileSync(analyze, ['syscall-filter', group], { encoding: 'utf8' }).split('\n').slice(1)
  const names = listed.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
  return names.flatMap((name) => (name.startsWith('@') ? expand(name) : [name]))
}
