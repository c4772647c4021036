import './system/requireNode.mjs'
import { once } from 'node:events'
import { existsSync, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { forgetBuild } from './built.mjs'
import { followParent } from './system/followParent.mjs'
import { installMissing } from './system/install.mjs'
import { root, start, tool } from './system/run.mjs'

const built = join(root, 'dist/server')
/** Long enough for the build to write all of its files. */
const settlingMs = 150

/** Without a mail server, mails are caught and shown at /dev/mails. */
const caught = { CATCH_MAILS: 'true', PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' }
const env = { ...process.env, ...(process.env.SMTP_URL ? {} : caught) }

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
console.log('The page is at http://localhost:5173. It reloads, and the server restarts, when files change.')

/** If a process exits unexpectedly, such as Vite because its port is taken, all others are stopped. */
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
  pending = setTimeout(restart, settlingMs)
}

async function restart() {
  if (server && children.has(server)) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  if (isStopping || !existsSync(join(built, 'main.js'))) return
  server = keep(start(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], { stdio, shell: false, env }))
}

function stopAll() {
  isStopping = true
  clearTimeout(pending)
  for (const child of children) child.kill('SIGTERM')
  if (children.size === 0) process.exit()
  setTimeout(stopAll, 100)
}
