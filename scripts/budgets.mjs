import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './system/run.mjs'

const site = join(root, 'dist/web')

/**
 * The JavaScript that a page may load before it is usable, in KB (1,000 bytes), compressed with Brotli as served. The
 * chunks are all those fetched without user interaction, which e2e/budget.spec.ts verifies.
 */
const budgets = [
  { page: 'sign-in', kilobytes: 190, chunks: ['layouts/SignedOutLayout.tsx', 'accounts/signIn/LoginPage.tsx'] },
  { page: 'the list', kilobytes: 280, chunks: ['layouts/SignedInLayout.tsx', 'enquiries/list/EnquiryListPage.tsx'] },
]

/** Scripts of pages for customers, in KB of the file itself: people open the form once, often on a phone. */
const scriptBudgets = [
  { file: 'form.js', kilobytes: 30 },
  { file: 'embed.js', kilobytes: 3 },
]

/** Prints what each page loads. Returns how many are within their budget, and which are not. */
export function checkBudgets() {
  const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'))
  const result = { passed: 0, failures: [] }
  for (const { page, kilobytes, chunks } of budgets) {
    const bytes = filesOf(manifest, ['index.html', ...chunks]).map(servedBytes)
    const total = bytes.reduce((sum, size) => sum + size, 0)
    compare(result, `JavaScript of ${page}`, total / 1000, kilobytes)
  }
  for (const { file, kilobytes } of scriptBudgets) {
    compare(result, `${file}, uncompressed`, statSync(join(site, file)).size / 1000, kilobytes)
  }
  return result
}

function compare(result, what, total, kilobytes) {
  const isWithin = total <= kilobytes
  const summary = `${what}: ${total.toFixed(1)} KB of at most ${kilobytes} KB`
  console.log(`${isWithin ? '✓' : '✗'} ${summary}`)
  if (isWithin) result.passed++
  else result.failures.push(summary)
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
