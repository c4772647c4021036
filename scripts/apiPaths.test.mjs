import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './system/run.mjs'

const ofServer = 'server/http/apiPaths.ts'
const ofPage = 'web/api/apiPaths.ts'

/** It names paths of the page. */
const others = ['web/navigation/paths.ts']

const paths = new Set(constantsOf(ofServer))

/** The paths of a file, with `:` for each parameter. */
function constantsOf(file) {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/^ {2}\w+: .*?['`](\/[^'`]+)['`],$/gm)].map(([, path]) => plain(path))
}

function plain(path) {
  return path.replaceAll(/\$\{[^}]*\}|:\w+/g, ':')
}

/** The literals of a file that are paths of the API, or the `url` of a request of the page. */
function literalsIn(file) {
  const source = readFileSync(join(root, file), 'utf8')
  const literals = [...source.matchAll(/(url: )?(['`])(\/[\w/:${}.-]+)(?:\?[^'`]*)?\2/g)]
  const ofApi = literals.filter(([, isUrl, , path]) => (isUrl && file.startsWith('web/')) || paths.has(plain(path)))
  return ofApi.map(([literal]) => `${file}: ${literal}`)
}

function sourcesOf(side) {
  const files = readdirSync(join(root, side), { recursive: true, encoding: 'utf8' }).map((file) => `${side}/${file}`)
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\//.test(file))
  return sources.filter((file) => ![ofServer, ofPage, ...others].some((other) => file.startsWith(other)))
}

void test('paths of the API are constants of one file per side, also /auth/me and /jwt/register', () => {
  assert.ok(paths.has('/auth/me') && paths.has('/jwt/register') && paths.size > 70)
  assert.ok(sourcesOf('web').length > 300)
  assert.deepEqual([...sourcesOf('server'), ...sourcesOf('web')].flatMap(literalsIn), [])
})

void test('the page calls only paths that the server has', () => {
  const unknown = constantsOf(ofPage).filter((path) => !paths.has(path))
  assert.deepEqual(unknown, [])
})
