import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { analyze, unit } from './unit.ts'

const compose = process.env.COMPOSE_PATH

function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

function settingsOfServer() {
  const found = [...readFileSync('server/settings/environment.ts', 'utf8').matchAll(/^ {4}([A-Z_]+)[:,]/gm)]
  return found.map(([, name]) => name!)
}

function versionOfSystemd() {
  return Number(/^systemd (\d+)/.exec(run(analyze, ['--version']).output)![1])
}

/** The unit with programs that this machine has, because systemd looks for them. */
function unitOfThisMachine() {
  const folder = resolve('test-results/faults/unit')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'enquiry-desk.service')
  writeFileSync(path, readFileSync(unit, 'utf8').replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`))
  return path
}

test.describe('the systemd unit', () => {
  test.skip(!existsSync(analyze), 'There is no systemd-analyze here')

  test('has no mistake', () => {
    const { output } = run(analyze, ['verify', '--man=no', unitOfThisMachine()])
    // It also reports mistakes in units of this machine.
    expect(output.split('\n').filter((line) => line.includes('enquiry-desk.service'))).toEqual([])
  })

  test('leaves the server few rights', () => {
    test.skip(versionOfSystemd() < 250, 'Before version 250, systemd-analyze judges only units that it has started')
    // Out of 100; it is 14 for version 252, because the server needs the network and V8 writes the code that it runs.
    const { status, output } = run(analyze, ['security', '--offline=true', '--threshold=20', unitOfThisMachine()])
    expect(status, output).toBe(0)
  })

  test('lets the server write only to its own folder, and gain no rights', () => {
    const lines = readFileSync(unit, 'utf8').split('\n')
    const wanted = ['User=enquiry-desk', 'StateDirectory=enquiry-desk', 'ProtectSystem=strict', 'UMask=0077']
    expect(lines).toEqual(expect.arrayContaining([...wanted, 'NoNewPrivileges=yes', 'CapabilityBoundingSet=']))
  })

  test('gives the server the time that it needs to stop', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(readFileSync(unit, 'utf8'))![1])
    const [, standard] = /^\| `DRAIN_SECONDS` +\| `(\d+)`/m.exec(readFileSync('docs/operations.md', 'utf8'))!
    expect(seconds).toBeGreaterThan(Number(standard) + 8)
  })
})

test.describe('the compose files', () => {
  test.skip(!compose, 'docker-compose cannot be installed here')

  for (const name of ['embedded', 'postgres']) {
    test(`${name}.yaml has no mistake`, () => {
      const env = { ...process.env, DATABASE_PASSWORD: 'secret' }
      const checked = run(compose!, ['--file', `ops/compose/${name}.yaml`, 'config', '--quiet'], env)
      expect(checked).toEqual({ status: 0, output: '' })
    })
  }

  test('postgres.yaml asks for a password instead of having one', () => {
    const env = { ...process.env, DATABASE_PASSWORD: '' }
    const { status, output } = run(compose!, ['--file', 'ops/compose/postgres.yaml', 'config', '--quiet'], env)
    expect(status).not.toBe(0)
    expect(output).toContain('Set it in the environment or in .env')
  })
})

test('unit and image give Node the options of npm start, and the docs name them', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const options = scripts.start.match(/--\S+/g)!
  expect(run(process.execPath, ['--version'], { ...process.env, NODE_OPTIONS: options.join(' ') }).status).toBe(0)
  for (const file of [unit, 'ops/Containerfile', 'docs/operations.md']) {
    expect(readFileSync(file, 'utf8')).toContain(options.join(' '))
  }
})

test('unit, image and compose files name only settings that the server has', () => {
  const named = [
    ...[...readFileSync(unit, 'utf8').matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
      line!.match(/[A-Z_]+(?==)/g)!,
    ),
    ...[...readFileSync('ops/Containerfile', 'utf8').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
      line!.match(/[A-Z_]+(?==)/g)!,
    ),
    ...['embedded', 'postgres'].flatMap((name) =>
      [...readFileSync(`ops/compose/${name}.yaml`, 'utf8').matchAll(/^ {6}([A-Z_]+): /gm)].map(
        ([, setting]) => setting!,
      ),
    ),
  ]
  expect(named).toEqual(expect.arrayContaining(['DATA_DIR', 'HOST', 'DATABASE_URL']))
  const known = new Set([...settingsOfServer(), 'NODE_ENV', 'NODE_OPTIONS'])
  expect(named.filter((name) => !known.has(name) && !name.startsWith('POSTGRES_'))).toEqual([])
})
