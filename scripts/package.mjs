import './system/requireNode.mjs'
import { buildStale } from './built.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
await buildStale()
// Imported late, because its packages are installed above.
const { writePackage } = await import('./packaging/writePackage.mjs')
await writePackage()
