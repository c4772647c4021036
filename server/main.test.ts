import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './database/embedded/embeddedPostgres.ts'
import { projectRoot } from './projectRoot.ts'
import { storageUrl, storingIn, temporaryFolder } from './test/storage/objectStorage.ts'

const script = `
  import { runnerImport } from 'vite'
  await runnerImport(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

test('a server that cannot use its bucket says why in one line, starts nothing, and exits', async () => {
  const folder = await temporaryFolder()
  const port = await freePort()
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    env: { ...process.env, ...storingIn(storageUrl(port, 'desk')), DATA_DIR: folder, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = await once(child, 'close')
  expect(output).toBe(
    `STORAGE_URL: 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Check the endpoint, and that the object storage runs.\n`,
  )
  expect(code).toBe(1)
  expect(await readdir(folder)).toEqual(['secret'])
})
