import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../system/run.mjs'
import { findNewApis } from './apis.mjs'
import { ownFiles, pageProgram } from './program.mjs'
import { newStyles, newStylesIn } from './styles.mjs'

/** Stylesheets, and the styles of the pages that the server renders. */
const sheets = ['web', 'server/customers/form'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /(\.css|Styles\.ts)$/.test(name))
    .map((name) => join(folder, name)),
)

const program = pageProgram()
const code = ownFiles(program).filter(({ fileName }) => fileName.includes('/web/'))
const found = [
  ...findNewApis(program),
  ...sheets.flatMap((path) => newStyles(readFileSync(join(root, path), 'utf8')).map((style) => `${path} ${style}`)),
  ...code.flatMap((file) => newStylesIn(file).map((style) => `${relative(root, file.fileName)} ${style}`)),
]
for (const each of found) console.error(`${each} is not in every browser that package.json supports`)
process.exitCode = found.length > 0 ? 1 : 0
