import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { cruise } from 'dependency-cruiser'
import rules, { layers, sides } from './layers.mjs'
import { root } from './system/run.mjs'

/** Files above every layer. */
const composition = { server: 'server/main.ts', web: 'web/main.tsx' }

/** A file of a layer: one in its folder, or the first file it names. */
function fileOf(side, layer) {
  return `${side}/${layer.endsWith('.ts') ? `${layer.match(/\w+/)[0]}.ts` : `${layer}/planted.ts`}`
}

/** Every import between two layers or two sides, as [from, to]: the forbidden and the allowed ones. */
function everyImport() {
  const forbidden = []
  const allowed = [['web/hooks.ts', 'web/store.ts']]
  for (const [side, names] of Object.entries(layers)) {
    const files = [...names.map((name) => fileOf(side, name)), composition[side]]
    for (const [place, from] of files.entries()) {
      for (const to of files.slice(0, place)) allowed.push([from, to])
      for (const to of files.slice(place + 1)) forbidden.push([from, to])
    }
  }
  for (const side of Object.keys(sides)) {
    for (const other of Object.keys(sides).filter((name) => name !== side)) {
      const isAllowed = sides[side].includes(other)
      ;(isAllowed ? allowed : forbidden).push([`${side}/planted.ts`, `${other}/planted.ts`])
    }
  }
  return { forbidden, allowed }
}

/** Writes a project that consists of these imports, and returns the ones that the rules reject. */
async function reject(imports, write) {
  const folder = await mkdtemp(join(tmpdir(), 'layers-'))
  try {
    await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
    for (const file of new Set(imports.flat())) {
      const lines = imports.filter(([from]) => from === file).map(([, to], number) => write(to, number))
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), [...lines, 'export type Planted = string'].join('\n'))
    }
    const { output } = await cruise(Object.keys(sides), {
      ...rules.options,
      baseDir: folder,
      validate: true,
      ruleSet: rules,
    })
    return output.summary.violations.map(({ from, to }) => [from, to])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `#contract`, `#server` and `#web` are aliases in package.json. The other folders have none. */
function specifier(file) {
  return /^(contract|server|web)\//.test(file) ? `#${file}` : `../${file}`
}

const ways = {
  import: (file, number) => `import { planted as p${number} } from '${specifier(file)}'`,
  'import of a type': (file, number) => `import type { Planted as P${number} } from '${specifier(file)}'`,
  'dynamic import': (file) => `void import('${specifier(file)}')`,
}

for (const [name, write] of Object.entries(ways)) {
  void test(`the rules reject each forbidden ${name}, and no other`, async () => {
    const { forbidden, allowed } = everyImport()
    const rejected = await reject([...forbidden, ...allowed], write)
    assert.deepEqual(rejected.map(String).toSorted(), forbidden.map(String).toSorted())
  })
}

for (const [side, names] of Object.entries(layers)) {
  void test(`every folder of ${side} is a layer`, async () => {
    const entries = await readdir(join(root, side), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && !['test', 'node_modules'].includes(entry.name))
    const listed = names.filter((name) => !name.endsWith('.ts'))
    assert.deepEqual(
      folders.map(({ name }) => name).toSorted(),
      listed.toSorted(),
      `List each folder of ${side}/ once in scripts/layers.mjs, after the layers that it imports`,
    )
  })
}

const maxFilesPerFolder = 25
/** A released migration never changes, so this folder grows. */
const growing = join(root, 'server/database/migrations')

void test(`no folder has more than ${maxFilesPerFolder} files at one level`, async () => {
  const counts = new Map()
  for (const side of [...Object.keys(sides), 'scripts', 'docs']) {
    const entries = await readdir(join(root, side), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    for (const { parentPath } of files) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1)
  }
  assert.deepEqual(
    [...counts].filter(([folder, count]) => count > maxFilesPerFolder && folder !== growing),
    [],
  )
})
