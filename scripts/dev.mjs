import './system/requireNode.mjs'
import { once } from 'node:events'
import { existsSync, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { forgetBuild } from './built.mjs'
import { followParent } from './system/followParent.mjs'
import { installMissing } from './system/install.mjs'
import { root, start, tool } from './system/run.mjs'

const built = join(root, 'dist/server')
/** Long enough for the build to have written all of its files. */
const settlingTime = 150

const stdio = ['ignore', 'inherit', 'inherit']
const children = new Set()
let isStopping = false
let server
let pending

await installMissing()
forgetBuild()
if (process.env.npm_lifecycle_event) followParent()
process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
keep(start(tool('vite'), ['build', '--config', 'vite.server.config.ts', '--watch', '--logLevel', 'warn'], { stdio }))
keep(start(tool('vite'), ['--port', '5173', '--strictPort', '--logLevel', 'warn'], { stdio }))
mkdirSync(built, { recursive: true })
watch(built, restartSoon)
restartSoon()
console.log('The page reloads on change at http://localhost:5173. The server restarts on change.')

/** A part that ends by itself, such as the page's server whose port is taken, takes the rest with it. */
function keep(child) {
  children.add(child)
  child.on('exit', () => {
    children.delete(child)
    if (child !== server) stopAll()
  })
  return child
}

function restartSoon() {
  clearTimeout(pending)
  pending = setTimeout(restart, settlingTime)
}

async function restart() {
  if (server && children.has(server)) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  if (isStopping || !existsSync(join(built, 'main.js'))) return
  server = keep(start(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], { stdio, shell: false }))
}

function stopAll() {
  isStopping = true
  clearTimeout(pending)
  for (const child of children) child.kill('SIGTERM')
  if (children.size === 0) process.exit()
  setTimeout(stopAll, 100)
}
