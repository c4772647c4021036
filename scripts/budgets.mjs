import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './system/run.mjs'

const site = join(root, 'dist/web')
const server = join(root, 'dist/server')

const listScripts = ['store', 'session', 'list']

/**
 * The JavaScript that a page may load before it is usable, in KB (1,000 bytes), compressed with Brotli as served. The
 * chunks (vite.config.ts) are all those fetched without user interaction, which e2e/budget.spec.ts verifies.
 */
const budgets = [
  { page: 'sign-in', kilobytes: 172, chunks: ['signIn'] },
  { page: 'the list', kilobytes: 216, chunks: listScripts },
]

/** Scripts of pages for customers, in KB of the file itself: people open the form once, often on a phone. */
const scriptBudgets = [
  { file: 'form.js', kilobytes: 30 },
  { file: 'embed.js', kilobytes: 3 },
]

/** Most of a start is Node compiling what the server loads, so this keeps it below a second. In KB of the files themselves. */
const startBudget = 3850

/** Packages that only some settings, commands or requests need. */
const laterPackages =
  /^(@opentelemetry\/.+|prom-client|nodemailer|mailparser|imapflow|smtp-server|age-encryption|react-dom|pino-pretty|@fastify\/swagger-ui|sharp)$/

const wideCharacter = /[\u{100}-\u{10ffff}]/u

/** Prints what each page and the server load. Returns how many are within their budget, and which are not. */
export function checkBudgets() {
  const result = { passed: 0, failures: [] }
  const manifest = readManifest(site)
  for (const { page, kilobytes, chunks } of budgets) {
    const bytes = filesOfPage(manifest, chunks).map(servedBytes)
    compare(result, `JavaScript of ${page}`, sum(bytes) / 1000, kilobytes)
  }
  const late = filesOfPage(manifest, listScripts).filter(isCompiledLate)
  record(result, late.length === 0, `Not compiled ahead, although the rows need it: ${late.join(', ') || 'nothing'}`)
  for (const { file, kilobytes } of scriptBudgets) {
    compare(result, `${file}, uncompressed`, statSync(join(site, file)).size / 1000, kilobytes)
  }
  const files = filesOf(readManifest(server), ['server/main.ts'])
  compare(result, 'JavaScript of a start, uncompressed', sum(files.map(serverBytes)) / 1000, startBudget)
  const early = packagesOf(files).filter((name) => laterPackages.test(name))
  record(
    result,
    early.length === 0,
    `Loaded by each start although it is needed later, or by few servers: ${early.join(', ') || 'nothing'}`,
  )
  const wide = files.filter((file) => wideCharacter.test(readFileSync(join(server, file), 'utf8')))
  record(
    result,
    wide.length === 0,
    `Kept in twice the memory because of a character beyond Latin-1: ${wide.join(', ') || 'nothing'}`,
  )
  return result
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
}

function filesOfPage(manifest, chunks) {
  return filesOf(manifest, ['index.html', ...chunks.map((name) => keyOf(manifest, name))])
}

/** Chromium reads this line only at the beginning (compiledAhead in vite.config.ts). The runtime of the bundler is too short to matter. */
function isCompiledLate(file) {
  const isRuntime = file.includes('rolldown-runtime')
  return !isRuntime && !readFileSync(join(site, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad')
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function compare(result, what, total, kilobytes) {
  record(result, total <= kilobytes, `${what}: ${total.toFixed(1)} KB of at most ${kilobytes} KB`)
}

function record(result, isWithin, summary) {
  console.log(`${isWithin ? '✓' : '✗'} ${summary}`)
  if (isWithin) result.passed++
  else result.failures.push(summary)
}

function keyOf(manifest, name) {
  const key = Object.keys(manifest).find((each) => manifest[each].name === name)
  if (!key) throw new Error(`vite.config.ts makes no chunk ${name}`)
  return key
}

/** The files of these chunks and of everything that they import statically. */
function filesOf(manifest, names) {
  const seen = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    if (!manifest[name]) throw new Error(`There is no chunk ${name}. Was its file moved?`)
    manifest[name].imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...seen].map((name) => manifest[name].file).filter((file) => file.endsWith('.js'))
}

function servedBytes(file) {
  const compressed = join(site, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(site, file)).size
}

function serverBytes(file) {
  return statSync(join(server, file)).size
}

/** The names of the packages whose code is in these files of the server, or which they import from node_modules. */
function packagesOf(files) {
  const maps = files.map((file) => join(server, `${file}.map`)).filter((path) => existsSync(path))
  const sources = maps.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).sources)
  const built = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1])
  const imported = files.flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/^import\b.*?"([^"]+)";$/gm)].map(([, name]) => name),
  )
  return [...new Set([...built, ...imported])].filter(Boolean)
}
