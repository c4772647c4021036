import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../system/run.mjs'

const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const bundles = ['dist/web/.vite/license.md', 'dist/server/.vite/license.md']

/**
 * The packages in the folders, and those that are part of the built files, with their versions and hashes:
 * CycloneDX, always the same for the same build.
 */
export function packageList(productName, folders) {
  const list = JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }))
  const names = new Set([
    ...folders.map((folder) => folder.replace(/.*node_modules\//, '')),
    ...bundles.flatMap(bundled),
  ])
  const isPart = ({ group, name }) => names.has(group ? `${group}/${name}` : name)
  const components = list.components.filter(isPart)
  const { timestamp: _time, component, ...metadata } = list.metadata
  // npm takes the name of the folder.
  const product = { ...component, name: productName }
  const { bomFormat, specVersion, version } = list
  const shown = { bomFormat, specVersion, version, metadata: { ...metadata, component: product }, components }
  return `${JSON.stringify(shown, null, 2)}\n`
}

/** The names of the packages whose licenses a build lists. */
function bundled(path) {
  const headings = readFileSync(join(root, path), 'utf8').matchAll(/^## (\S+) - /gm)
  return Array.from(headings, ([, name]) => name)
}
