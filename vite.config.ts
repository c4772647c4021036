import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from './scripts/browsers/target.mjs'
import { iconSubset } from './web/components/icons/iconSubset.ts'
import { isForRows, scriptGroups } from './web/pageScripts.ts'

const outDir = join(import.meta.dirname, 'dist/web')

/** Compresses hashed assets once, in the build. The server does not compress index.html, because each response has its own nonce. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const assets = join(outDir, 'assets')
      for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const content = readFileSync(join(assets, name))
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** Preloads the font of every page's text, so that it loads with the page and not after the styles. */
function preloadedFont(): Plugin {
  return {
    name: 'preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const href = Object.keys(bundle).find((name) => /dm-sans-latin-wght-normal-[^/]*\.woff2$/.test(name))
        if (!href) throw new Error('The font of the text is not in the build')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${href}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

const firstPaint = '<link rel="stylesheet" href="./theme/firstPaint.css" />'

/** With its rules in the page itself, the outline waits for no file. */
function inlinedFirstPaint(): Plugin {
  const rules = join(import.meta.dirname, 'web/theme/firstPaint.css')
  return {
    name: 'inlined-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(firstPaint)) throw new Error('The page does not link the rules of the outline')
        return html.replace(firstPaint, () => `<style>${readFileSync(rules, 'utf8')}</style>`)
      },
    },
  }
}

/** A page waits for the stylesheets before it, so the others come after the outline. */
function laterStyles(): Plugin {
  return {
    name: 'later-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const rest = sheets.reduce((before, sheet) => before.replace(sheet, ''), html)
        return rest.replace('</body>', () => `${sheets.join('')}</body>`)
      },
    },
  }
}

/**
 * Chromium (since 136) compiles all functions of a script with this line in a thread of its own while the files arrive, and not one by
 * one when they are called. It reads the line only before everything else, so this comes after what other plugins add.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && isForRows(chunk)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}

const description = /\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,?\s*\)/g

/** Leaves out what the contract says in the API document, which only the server writes. */
function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contract[\\/](\w+[\\/])?\w+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(description, ''), map: null }),
    },
  }
}

export default defineConfig({
  root: 'web',
  publicDir: 'theme/public',
  plugins: [
    react(),
    withoutDescriptions(),
    iconSubset(),
    preloadedFont(),
    inlinedFirstPaint(),
    laterStyles(),
    compiledAhead(),
    precompressed(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: {
      // Paths such as /api/http.ts are the page's own modules in web/api.
      [String.raw`^/api/(?!.*\.tsx?($|\?))`]: 'http://127.0.0.1:3000',
      '/icons': 'http://127.0.0.1:3000',
      // The pages for customers, which the server renders.
      [String.raw`^/(f/|[cs]([/?]|$))|^/dev/mails`]: 'http://127.0.0.1:3000',
    },
  },
  build: {
    target: buildTarget,
    outDir,
    emptyOutDir: true,
    // The manifest tells scripts/budgets.mjs the file of each chunk.
    manifest: true,
    // For scripts/package.mjs.
    license: true,
    // The content security policy allows no inlined fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: scriptGroups(),
        },
      },
    },
  },
})
