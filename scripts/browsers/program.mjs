import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../system/run.mjs'

/** The program of the page: its files, those of `contract/` that they import, and the scripts of its HTML. */
export function pageProgram() {
  const path = join(root, 'web/tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'web'))
  const html = readFileSync(join(root, 'web/index.html'), 'utf8')
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script)
  const inline = join(root, 'web/index.html.ts')
  const files = fileNames.filter(
    (name) => /\/web\//.test(name) && !/\.test\.tsx?$|\.config\.ts$|\/web\/test\//.test(name),
  )
  return programOf([...files, inline], options, { [inline]: `${scripts.join('\n')}\nexport {}` })
}

/** A program in which some files have the given text. */
export function programOf(files, options, texts) {
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (name) => texts[name] ?? readFile(name)
  host.fileExists = (name) => name in texts || fileExists(name)
  return ts.createProgram(files, options, host)
}

/** The files of the program without packages. */
export function ownFiles(program) {
  const files = program.getSourceFiles()
  return files.filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.includes('/node_modules/'))
}
