import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, runnerImport } from 'vite'

const web = join(import.meta.dirname, '../..')

/**
 * Builds the script that draws the first rows, and adds it to the page, which runs it if it requests the list. The script has the components
 * of the list, and Preact in place of React: it is so small that it is there long before the page itself.
 */
export function firstRows(plugins: Plugin[], target: string[]): Plugin {
  return {
    name: 'first-rows',
    apply: 'build',
    async buildStart() {
      const { script, licenses } = await builtScript(plugins, target)
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

async function builtScript(plugins: Plugin[], target: string[]) {
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins, rowStyles(), withoutHostedIcons()],
    resolve: {
      alias: [
        { find: /^react$/, replacement: 'preact/compat' },
        { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
        { find: 'react-dom/client', replacement: 'preact/compat/client' },
      ],
    },
    build: {
      target,
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

const styles = ['parts', 'controls', 'list', 'cards']

/**
 * The rules of the rows as `virtual:rowStyles.css`, and the variables of the theme that they use. They apply to nothing but the first
 * rows, so that they can stay: taking rules away makes the browser compute the styles of the whole page again.
 */
function rowStyles(): Plugin {
  // Without the colon, because the bundler treats it as a stylesheet.
  const id = '/rowStyles.css?inline'
  return {
    name: 'row-styles',
    resolveId: (source) => (source === 'virtual:rowStyles.css?inline' ? id : undefined),
    async load(asked) {
      if (asked !== id) return undefined
      const { theme } = await load<{ theme: { generateStyleSheets: () => Rules[] } }>('theme/theme.ts')
      const { lengths } = await load<{ lengths: Rules[string] }>('theme/overrides.ts')
      const rules = styles.map((name) => readFileSync(join(web, `theme/styles/${name}.css`), 'utf8')).join('\n')
      // Animations cannot be within a rule, and the first rows have none.
      const still = rules.replaceAll(/@keyframes [^{]+\{([^{}]+\{[^}]*\})*\s*\}/g, '')
      return `.first-rows { ${usedVariables([...theme.generateStyleSheets(), { html: lengths }], rules)} ${still} }`
    },
  }
}

async function load<T>(file: string) {
  const { module } = await runnerImport<T>(join(web, file))
  return module
}

/** By selector and name. */
type Rules = Record<string, Record<string, string | number>>

/** The variables that these rules use, and those that these variables use. */
function usedVariables(sheets: Rules[], rules: string) {
  const variables = sheets.flatMap((sheet) => Object.entries(sheet))
  const used = new Set<string>()
  const use = (text: string) => {
    for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      for (const [, values] of variables) use(String(values[name!] ?? ''))
    }
  }
  use(rules)
  use(readFileSync(join(import.meta.dirname, 'firstRows.css'), 'utf8'))
  const declared = (values: Rules[string]) =>
    Object.entries(values).flatMap(([name, value]) => (used.has(name) ? `${name}: ${String(value)};` : []))
  return variables
    .map(([selector, values]) => `${selector.replace(/:root|html/, '&')} { ${declared(values).join(' ')} }`)
    .join('\n')
}

/** The rows have only the icons above, so nothing is fetched for them. */
function withoutHostedIcons(): Plugin {
  return {
    name: 'without-hosted-icons',
    enforce: 'pre',
    load: {
      filter: { id: /components\/icons\/HostedIcon\.tsx$/ },
      handler: () => 'export const HostedIcon = () => null',
    },
  }
}
