import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { followParent } from './system/followParent.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
await buildStale()
if (process.env.npm_lifecycle_event) followParent()
// In this process, so that signals reach the server.
await import('../dist/server/main.js')
