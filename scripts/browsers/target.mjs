import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../system/run.mjs'

/** The oldest version of each browser that the page supports, by its name in package.json, such as `{ safari: 16.4 }`. */
export const oldest = Object.fromEntries(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).browserslist.map((line) => {
    const [name, version] = line.split(' >= ')
    return [name, Number(version)]
  }),
)

/** The same for Vite, whose name for Safari on iOS differs. */
export const buildTarget = Object.entries(oldest).map(
  ([name, version]) => `${name.replace('ios_saf', 'ios')}${version}`,
)

/** Whether all of these browsers have a feature, by its entry in MDN's tables. In CSS, the build adds Safari's old prefix. */
export function isSupported({ support }, isStyle = false) {
  return Object.entries(oldest).every(([name, version]) => {
    const entries = [support[name.replace('ios_saf', 'safari_ios')] ?? []].flat()
    return entries.some(
      (entry) => isSince(entry, version) && (!entry.prefix || (isStyle && entry.prefix === '-webkit-')),
    )
  })
}

/** An incomplete version ends when the complete one begins. */
function isSince(entry, version) {
  const {
    version_added: since,
    version_removed: until,
    partial_implementation: isPartial,
    flags,
    alternative_name: otherName,
  } = entry
  if ((until && !isPartial) || flags || otherName) return false
  return since === true || (typeof since === 'string' && Number.parseFloat(since.replace('≤', '')) <= version)
}
