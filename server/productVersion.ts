import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './projectRoot.ts'

/** Such as `0.2.0`. */
export const { version: productVersion } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string
}

const collator = new Intl.Collator('en', { numeric: true })

/** Below zero if the first version is the older one, zero if they are the same. */
export function compareVersions(one: string, other: string) {
  return collator.compare(one, other)
}
