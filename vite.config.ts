import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { iconSubset } from './web/components/icons/iconSubset.ts'

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

/**
 * The files of the page. Each has its modules and all that these import, unless a file above has it: many small files would
 * compress worse, and each costs a request.
 */
const chunks = [
  // Every page. The nonce comes first, because other modules read it while they load. The styles are in one file with the fonts.
  { name: 'vendor', test: /node_modules|theme.(nonce|styles.parts)/, tags: ['$initial' as const], priority: 9 },
  { name: 'page', tags: ['$initial' as const], priority: 8 },
  // Both layouts.
  {
    name: 'frame',
    test: /web.(layouts.Header|components.(PageTitle|icons.Icon|lazy.lazyPart|forms.TextField|notices.RetryAlert))\.tsx$|material.(InputAdornment|Link|List.ListContext)/,
    priority: 7,
  },
  { name: 'tooltips', test: /web.components.ColorModeMenu\.tsx$/, priority: 6 },
  // Every page of a session.
  {
    name: 'session',
    test: /web.(openStore|accounts.sessions.fetchProfile|layouts.SignedInLayout|components.(DateTime|TwoLines|forms.SearchBox|notices.LoadFailed|shortcuts.KeyCap)|enquiries.(StatusChip|enquiryNumber|conflict.lazyConflictDialog|filters.StatusTabs|list.useRowActions|search.lookUpApi|seen.UnreadBadge))\.tsx?$/,
    priority: 5,
  },
  { name: 'list', test: /web.enquiries.list.EnquiryListPage\.tsx$/, priority: 4 },
  { name: 'schemas', test: /node_modules.zod|contract.(accounts|enquiries|chat|team)\.ts$/, priority: 3 },
  { name: 'popups', test: /web.components.ColorModeChoices\.tsx$|material.Dialog/, priority: 3 },
  {
    name: 'forms',
    test: /web.(components.forms.(TextInput|PasswordInput)|accounts.(SubmitButton|useSubmission))\.tsx?$/,
    priority: 3,
  },
  { name: 'signIn', test: /web.(layouts.SignedOutLayout|accounts.signIn.LoginPage)\.tsx$/, priority: 2 },
  // The parts of a session that appear on their own once the page is idle, and then what the next click on the list opens.
  {
    name: 'later',
    test: /web.(events.LiveSign|enquiries.(seen.UnreadSign|views.ViewChips|bulk.BulkDock|list.NewEnquiriesBar)|palette.PaletteKey|notifications.NotificationSigns|chat.(outbox.outbox|drafts.draftsPutAway)|layouts.leaving)\.tsx?$/,
    priority: 1,
  },
  {
    name: 'menus',
    test: /web.(enquiries.(list.EnquiryActions|filters.(FilterPanel|FilterChips)|csv.CsvMenu|views.ViewsDialog)|layouts.(AccountMenu|LogOutDialog|NavigationDrawer)|components.shortcuts.ShortcutsDialog|notifications.NotificationPanel|palette.Palette)\.tsx$/,
  },
]

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    withoutDescriptions(),
    iconSubset(),
    preloadedFont(),
    inlinedFirstPaint(),
    laterStyles(),
    precompressed(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: {
      // Paths such as /api/http.ts are the page's own modules in web/api.
      [String.raw`^/api/(?!.*\.tsx?($|\?))`]: 'http://127.0.0.1:3000',
      '/icons': 'http://127.0.0.1:3000',
      // The pages for customers, which the server renders.
      [String.raw`^/(f|c|s)/|^/dev/mails`]: 'http://127.0.0.1:3000',
    },
  },
  build: {
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
          groups: chunks,
        },
      },
    },
  },
})
