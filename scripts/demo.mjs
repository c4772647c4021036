import './system/requireNode.mjs'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStale } from './built.mjs'
import { followParent } from './system/followParent.mjs'
import { installMissing } from './system/install.mjs'

await installMissing()
await buildStale()

const folder = mkdtempSync(join(tmpdir(), 'enquiry-desk-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
if (process.env.npm_lifecycle_event) followParent()
process.env.DATA_DIR = folder
process.env.PORT ||= await freePort()
process.env.LOG_LEVEL ||= 'warn'
delete process.env.DATABASE_URL
// The demo catches its emails, and shows them to everyone who can reach it.
for (const name of ['SMTP_URL', 'HOST']) delete process.env[name]
process.env.CATCH_MAILS = 'true'
process.env.PUBLIC_URL = `http://localhost:${process.env.PORT}`
await import('../dist/server/main.js')

// Imported late, because their packages are installed above.
const [{ fill }, { people, password }] = await Promise.all([import('./demo/fill.mjs'), import('./demo/content.mjs')])
console.log('Adding sample data …')
const count = await fill(`http://127.0.0.1:${process.env.PORT}`)
console.log(`\n${count} enquiries. Sign in at http://localhost:${process.env.PORT} with the password ${password} as:`)
for (const { role, name, email } of people) console.log(`  ${email.padEnd(28)} ${name}, ${role}`)
console.log(`Customers write at ${process.env.PUBLIC_URL}/f/brightwater`)
console.log(`The emails are at ${process.env.PUBLIC_URL}/dev/mails`)
console.log('Press Ctrl+C to stop the demo and delete its data.')

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return String(port)
}
