import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './system/run.mjs'

const site = join(root, 'dist/web')

/**
 * The JavaScript that a page may need before it can be used, in KB (1,000 bytes) as served: packed by brotli. The
 * chunks are all that are fetched without anybody having done anything; e2e/budget.spec.ts holds them to that.
 */
const budgets = [
  { page: 'sign-in', kilobytes: 190, chunks: ['layouts/SignedOutLayout.tsx', 'accounts/signIn/LoginPage.tsx'] },
  { page: 'the list', kilobytes: 280, chunks: ['layouts/SignedInLayout.tsx', 'enquiries/list/EnquiryListPage.tsx'] },
]

/** Prints what each page needs; answers how many are within their budget, and which are not. */
export function checkBudgets() {
  const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'))
  const result = { passed: 0, failures: [] }
  for (const { page, kilobytes, chunks } of budgets) {
    const bytes = filesOf(manifest, ['index.html', ...chunks]).map(servedBytes)
    const total = bytes.reduce((sum, size) => sum + size, 0) / 1000
    const isWithin = total <= kilobytes
    const finding = `JavaScript of ${page}: ${total.toFixed(1)} KB of at most ${kilobytes} KB`
    console.log(`${isWithin ? '✓' : '✗'} ${finding}`)
    if (isWithin) result.passed++
    else result.failures.push(finding)
  }
  return result
}

/** The files of these chunks and of all that they import before they can run. */
function filesOf(manifest, names) {
  const seen = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    if (!manifest[name]) throw new Error(`There is no chunk ${name}. Has its file been moved?`)
    manifest[name].imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...seen].map((name) => manifest[name].file).filter((file) => file.endsWith('.js'))
}

function servedBytes(file) {
  const packed = join(site, `${file}.br`)
  return statSync(existsSync(packed) ? packed : join(site, file)).size
}
