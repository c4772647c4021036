import { createHash } from 'node:crypto'
import { createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { runnerImport } from 'vite'
import { root } from '../system/run.mjs'
import { packageList } from './packageList.mjs'
import { listProductionPackages } from './productionPackages.mjs'

const { version, name, description, license, type, engines } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const folder = `${name}-${version}`

/** Pages for operators, and what these link. */
const pages = [
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/faults.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/roles.md',
  'docs/scale.md',
  'docs/upgrading.md',
  'docs/decisions/011-common-passwords.md',
]

/** Seconds since 1970: 1 January 2001. */
const earliest = 978_307_200

/** Writes the built product, for systems like this one, into an archive in `dist/`. */
export async function writePackage() {
  // In the archive, because the folder of the program may be read-only when the server starts.
  const { module } = await runnerImport('server/database/embedded/postgresPrograms.ts')
  await module.createMissingLinks(module.nativeFolder())
  const archive = join(root, 'dist', `${folder}-${process.platform}-${process.arch}.tar.gz`)
  await write(archive, listContents())
  console.log(`Packaged ${folder}: ${archive} (${Math.round(lstatSync(archive).size / 1e6)} MB)`)
}

/** The path of each file in the archive, and where it is or its text. */
function listContents() {
  return [
    { to: 'package.json', text: JSON.stringify({ name, version, description, license, private: true, type, engines }) },
    // An image must not contain the secrets of the machine that builds it.
    { to: '.dockerignore', text: '**/.env*\n' },
    { to: 'sbom.json', text: packageList(name, listProductionPackages()) },
    { to: 'main.js', from: 'scripts/packaging/main.js' },
    { to: 'requireNode.mjs', from: 'scripts/system/requireNode.mjs' },
    { to: 'licenses/page.md', from: 'dist/web/.vite/license.md' },
    { to: 'licenses/server.md', from: 'dist/server/.vite/license.md' },
    ...pages.map(same),
    ...['ops', 'dist/server', 'dist/web', 'server/database/migrations', 'server/database/embedded/previous']
      .flatMap(filesIn)
      .filter((path) => !/\.map$|\/\.vite\/|\/packages\.json$/.test(path))
      .map(same),
    ...listProductionPackages().flatMap(filesIn).filter(isNeeded).map(same),
  ]
}

function same(path) {
  return { to: path, from: path }
}

/** Paths of files and symbolic links, always with slashes, and without those of packages inside of a package. */
function filesIn(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}

/** Nothing reads the types and sources of packages. */
function isNeeded(path) {
  return !/\.(map|[cm]?tsx?|cc|h)$/.test(path)
}

/** The same files make the same archive. Until it is complete, its name ends with `.partial`. */
async function write(archive, contents) {
  const stream = pack()
  const writing = pipeline(stream, createGzip(), createWriteStream(`${archive}.partial`))
  // Without entries of their own, the umask decides whether the user of the server may open the folders.
  for (const path of foldersOf(contents)) {
    stream.entry({ name: `${path}/`, type: 'directory', mode: 0o755, mtime: new Date(earliest * 1000) })
  }
  for (const { to, from, text } of contents) {
    const path = from && join(root, from)
    const stats = path && lstatSync(path)
    const isLink = stats?.isSymbolicLink()
    const content = text ?? (isLink ? readlinkSync(path) : readFileSync(path))
    const header = { name: `${folder}/${to}`, mtime: timeOf(content) }
    if (isLink) stream.entry({ ...header, type: 'symlink', linkname: content })
    else stream.entry({ ...header, mode: stats && stats.mode & 0o100 ? 0o755 : 0o644 }, content)
  }
  stream.finalize()
  await writing
  renameSync(`${archive}.partial`, archive)
}

/** All folders of the archive, each after the one that it is in. */
function foldersOf(contents) {
  const folders = new Set([folder])
  const add = (path) => {
    if (folders.has(path)) return
    add(dirname(path))
    folders.add(path)
  }
  for (const { to } of contents) add(dirname(`${folder}/${to}`))
  return folders
}

/**
 * A time that depends only on the content. @fastify/send makes the ETag of size and time, so with one time for all files, browsers
 * would keep the file of the version before if the new one has the same size.
 */
function timeOf(content) {
  const seconds = createHash('sha256').update(content).digest().readUInt32BE() % 2 ** 29
  return new Date((earliest + seconds) * 1000)
}
