import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './system/run.mjs'

const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^- \[([SD]\d+\.\d+)\]/gm)
const wanted = [...requirements].map(([, tag]) => tag)
const tests = ['server', 'web', 'e2e', 'faults'].flatMap(testFiles).flatMap(namedTests)

const proofs = new Map(wanted.map((tag) => [tag, tests.filter(({ name }) => name.includes(`[${tag}]`))]))
for (const [tag, proving] of proofs) {
  console.log(tag)
  for (const { name, file } of proving) console.log(`    ${name}  (${file})`)
}
const unproven = wanted.filter((tag) => proofs.get(tag).length === 0)
const unknown = tests.flatMap(({ name, file }) =>
  tagsIn(name)
    .filter((tag) => !proofs.has(tag))
    .map((tag) => `${tag} (${file})`),
)
console.log(`\n${wanted.length} requirements, ${unproven.length} without a test${list(unproven)}`)
if (unknown.length) console.log(`Tests name unknown requirements${list(unknown)}`)
process.exitCode = unproven.length + unknown.length ? 1 : 0

function testFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => join(folder, file))
}

/** A test's name is the first argument of `test`, in any quotes and possibly on the next line. */
function namedTests(file) {
  const calls = readFileSync(join(root, file), 'utf8').matchAll(
    /\btest(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])(.*?)\1,/gs,
  )
  const cases = readFileSync(join(root, file), 'utf8').matchAll(/^\s*\[\s*(['"])(.*?)\1,/gms)
  return [...calls, ...cases].map(([, , name]) => ({ name, file }))
}

function tagsIn(name) {
  return [...name.matchAll(/\[([SD]\d+\.\d+)\]/g)].map(([, tag]) => tag)
}

function list(items) {
  return items.length ? `: ${items.join(', ')}` : ''
}
