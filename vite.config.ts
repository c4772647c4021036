import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { iconSubset } from './web/components/icons/iconSubset.ts'

const outDir = join(import.meta.dirname, 'dist/web')

/** Hashed assets are compressed once, here; index.html carries a nonce per answer and must not be. */
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

/** The file that every page sets its text in, fetched with the page and not only once its styles are there. */
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

export default defineConfig({
  root: 'web',
  plugins: [react(), iconSubset(), preloadedFont(), precompressed()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: {
      // The page's own modules in web/api have such addresses too.
      [String.raw`^/api/(?!.*\.tsx?($|\?))`]: 'http://127.0.0.1:3000',
      '/icons': 'http://127.0.0.1:3000',
    },
  },
  build: {
    outDir,
    emptyOutDir: true,
    // Which file each chunk is in, for scripts/budgets.mjs.
    manifest: true,
    // The content security policy allows fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first to run: what reads the nonce while it is loaded must find it there.
            { name: 'nonce', test: /theme[\\/]nonce\.ts$/, priority: 3 },
            // What every page needs, in two files: the small ones of many would compress worse.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'page', tags: ['$initial'], priority: 1 },
            // So too what both layouts show, and what every session needs.
            {
              name: 'frame',
              test: /web.(layouts.Header|components.(ColorModeMenu|PageTitle|forms.TextField|icons.Icon|lazy.latePart|notices.RetryAlert))\.tsx$|material.InputAdornment/,
            },
            { name: 'session', test: /web.(openStore|accounts.sessions.fetchProfile)\.ts$/ },
            // And what the list shows at first, though other pages show some of it too.
            {
              name: 'dashboard',
              test: /web.(accounts.sessions.logOutContext|layouts.(Sidebar|AvatarMenu|useLeaving)|components.(DateTime|TwoLines|notices.LoadFailed|shortcuts.(KeyCap|useShortcut))|enquiries.(StatusChip|enquiryNumber|conflict.lazyConflictDialog|filters.StatusTabs|list.useRowActions|search.lookUpApi|seen.UnreadBadge))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
