import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin, runnerImport } from 'vite'

const web = join(import.meta.dirname, '../..')

/**
 * Builds the script that draws the first rows, and adds it to the page, which runs it if it requests the list. The script has the components
 * of the list, and Preact in place of React: it is so small that it is there long before the page itself.
 */
export function firstRows(plugins: Plugin[]): Plugin {
  return {
    name: 'first-rows',
    apply: 'build',
    async buildStart() {
      const { script, licenses } = await builtScript(plugins)
      this.emitFile({ type: 'asset', name: 'firstRows.js', source: script })
      // For scripts/package.mjs.
      this.emitFile({ type: 'asset', fileName: '.vite/licenseOfFirstRows.md', source: licenses })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => /firstRows-[^/]*\.js$/.test(name))
        if (!file || !html.includes(emptyTemplate))
          throw new Error('The page has no place for the script of the first rows')
        const script = `<script id="draw-first-rows" type="module" src="/${file}"></script>`
        return html.replace(emptyTemplate, emptyTemplate.replace('><', `>${script}<`))
      },
    },
  }
}

const emptyTemplate = '<template id="first-rows"></template>'

async function builtScript(plugins: Plugin[]) {
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins, themeVariables(), withoutHostedIcons()],
    resolve: {
      alias: [
        { find: /^react$/, replacement: 'preact/compat' },
        { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
        { find: 'react-dom/client', replacement: 'preact/compat/client' },
      ],
    },
    build: {
      write: false,
      license: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(web, 'enquiries/opening/drawFirstRows.tsx'),
        output: { codeSplitting: false },
      },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = files.find((file) => file.type === 'chunk')
  const licenses = files.find((file) => file.type === 'asset')
  if (!script || !licenses || files.length > 2) throw new Error('The first rows are not one script')
  return { script: `//# allFunctionsCalledOnLoad\n${script.code}`, licenses: licenses.source }
}

/** The variables of the theme that the rules of the rows use. The page itself makes all of them when it starts. */
function themeVariables(): Plugin {
  // Without the colon, because the bundler treats it as a stylesheet.
  const id = '/themeVariables.css?inline'
  return {
    name: 'theme-variables',
    resolveId: (source) => (source === 'virtual:themeVariables.css?inline' ? id : undefined),
    async load(asked) {
      if (asked !== id) return undefined
      const { theme } = await load<{ theme: { generateStyleSheets: () => Rules[] } }>('theme/theme.ts')
      const { lengths } = await load<{ lengths: Rules[string] }>('theme/overrides.ts')
      return variableRules([...theme.generateStyleSheets(), { html: lengths }])
    },
  }
}

async function load<T>(file: string) {
  const { module } = await runnerImport<T>(join(web, file))
  return module
}

/** By selector and name. */
type Rules = Record<string, Record<string, string | number>>

/** The rules as they are in the page, but only with the variables that the rows use, and those that these use. */
function variableRules(sheets: Rules[]) {
  const rules = sheets.flatMap((sheet) => Object.entries(sheet))
  const used = new Set<string>()
  const use = (text: string) => {
    for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      for (const [, values] of rules) use(String(values[name!] ?? ''))
    }
  }
  const own = join(import.meta.dirname, 'firstRows.css')
  const imported = [...readFileSync(own, 'utf8').matchAll(/@import '(.+)'/g)].map(([, path]) => path!)
  for (const path of [own, ...imported]) use(readFileSync(resolve(import.meta.dirname, path), 'utf8'))
  const declared = (values: Record<string, unknown>) =>
    Object.entries(values).flatMap(([name, value]) => (used.has(name) ? `${name}: ${String(value)};` : []))
  return rules.map(([selector, values]) => `${selector} { ${declared(values).join(' ')} }`).join('\n')
}

/** The rows have only the icons above, so nothing is fetched for them. */
function withoutHostedIcons(): Plugin {
  return {
    name: 'without-hosted-icons',
    enforce: 'pre',
    load: {
      filter: { id: /components\/(lazy\/latePart|icons\/HostedIcon)\.tsx$/ },
      handler: () => 'export const latePart = () => () => null, HostedIcon = undefined',
    },
  }
}
