import { rmSync } from 'node:fs'

const folder = process.env.DATA_DIR
rmSync(folder, { recursive: true, force: true })
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

await import('../../dist/server/main.js')
