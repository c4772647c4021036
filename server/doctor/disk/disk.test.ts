import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { smallDisk } from '#server/test/backups/smallDisk.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { probeFolder } from './folderProbe.ts'

const small = await smallDisk(64)

function remount(options: string) {
  const mounted = spawnSync('mount', ['-o', `remount,${options}`, small!])
  expect(mounted.status).toBe(0)
}

/** A file that has the size of the free space, and takes none. */
async function hugeFile(folder: string) {
  const path = join(folder, 'table')
  const { bavail, bsize } = await statfs(folder)
  await writeFile(path, '')
  await truncate(path, bavail * bsize)
}

test('folders that can be used are fine, and nothing in them is changed [D13.1]', async () => {
  const [dataDir, backupDir] = [await temporaryFolder(), await temporaryFolder()]
  const lines = (await diagnose({ DATA_DIR: dataDir, BACKUP_DIR: backupDir })).filter((line) => line.startsWith('disk'))
  // How much is free on the disk of a test is not known.
  for (const path of [dataDir, backupDir, tmpdir()]) {
    const judged = new RegExp(`${path},? (can be written to;|only .* are free|has room for)`)
    expect(lines).toContainEqual(expect.stringMatching(judged))
  }
  expect(lines).not.toContainEqual(expect.stringMatching(/cannot be|does not exist|did not respond/))
  expect([await readdir(dataDir), await readdir(backupDir)]).toEqual([[], []])
})

test('folders that do not exist, or are no folders, are named with their setting [D13.1]', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  vi.stubEnv('TMPDIR', join(folder, 'temporary'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const lines = await diagnose({ DATA_DIR: join(folder, 'none'), BACKUP_DIR: join(folder, 'file') })
  expect(lines).toContainEqual(
    expect.stringMatching(/^disk warning: DATA_DIR, .*none, does not exist, .* → Set DATA_DIR/),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(/^disk problem: BACKUP_DIR, .*file, cannot be read \(ENOTDIR\).* → /),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^disk problem: The folder for temporary .* → .*TMPDIR/))
  expect(await readdir(folder)).toEqual(['file'])
})

test('a failure of the check of the disks is a finding like others, and the other checks go on [D13.1]', async () => {
  // The system refuses to start a process with such a name.
  const lines = await diagnose({ BACKUP_DIR: '/a\u0000b' })
  expect(lines.filter((line) => line.startsWith('disk'))).toEqual([
    expect.stringMatching(
      /^disk problem: The check of the subject “disk” failed: .* null bytes.* → Run the command as/,
    ),
  ])
  expect(lines).toContainEqual(expect.stringMatching(/^mail /))
})

test.skipIf(!small)('the free and the total space of a disk are measured [D13.1]', async () => {
  const state = await probeFolder(small!, 60_000)
  expect(state).toMatchObject({ totalBytes: 64 * 1024 ** 2 })
  expect('freeBytes' in state && state.freeBytes / (64 * 1024 ** 2)).toBeCloseTo(1, 1)
})

test.skipIf(!small)('a disk that is nearly full is a problem [D13.1]', async () => {
  const lines = await diagnose({ DATA_DIR: small! })
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^disk problem: Of the disk of .*, only 6\d.* MB are free\. .* may need 512 MB\. → Make room/,
    ),
  )
})

test.skipIf(!small)('a disk with room for few files only is a problem [D13.1]', async () => {
  remount('nr_inodes=100')
  onTestFinished(() => remount('nr_inodes=0'))
  const lines = await diagnose({ BACKUP_DIR: small! })
  expect(lines).toContainEqual(expect.stringMatching(/^disk problem: .* has room for \d+ more files only\. → .*inodes/))
})

test.skipIf(!small)('a disk that is mounted read-only is a problem [D13.1]', async () => {
  remount('ro')
  onTestFinished(() => remount('rw'))
  const lines = await diagnose({ BACKUP_DIR: small! })
  expect(lines).toContainEqual(
    expect.stringMatching(/^disk problem: BACKUP_DIR, .* cannot be written to: its disk is mounted read-only\. → /),
  )
})

test('an update that has too little room for its copy is announced [D13.1]', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'postgres'))
  expect(await diagnose({ DATA_DIR: dataDir })).toContainEqual(expect.stringMatching(/^disk ok: The next update/))
  await hugeFile(join(dataDir, 'postgres'))
  expect(await diagnose({ DATA_DIR: dataDir })).toContainEqual(
    expect.stringMatching(
      /^disk warning: The next update .* \S+ [kMGT]?B must be free; .* are\. → Make room in .* before you update\./,
    ),
  )
})

test.skipIf(!small)(
  'the doctor and the update itself require the same free space, 1.2 times the size [D13.1]',
  async () => {
    const table = join(small!, 'postgres/table')
    await mkdir(dirname(table))
    onTestFinished(() => rm(dirname(table), { recursive: true }))
    await writeFile(table, '')
    const { bavail, bsize } = await statfs(small!)
    // The file takes no space.
    for (const [more, finding] of [
      [-2e6, /^disk ok: The next update first copies/],
      [2e6, /^disk warning: The next update first copies/],
    ] as const) {
      await truncate(table, Math.floor((bavail * bsize) / 1.2 + more))
      expect(await diagnose({ DATA_DIR: small! })).toContainEqual(expect.stringMatching(finding))
    }
  },
)

test('a next backup that has too little room is a problem [D13.1]', async () => {
  const backupDir = await temporaryFolder()
  await mkdir(join(backupDir, '2026-11-25T09-33-22.841Z'))
  expect(await diagnose({ BACKUP_DIR: backupDir })).not.toContainEqual(expect.stringContaining('The next backup'))
  await hugeFile(join(backupDir, '2026-11-25T09-33-22.841Z'))
  expect(await diagnose({ BACKUP_DIR: backupDir })).toContainEqual(
    expect.stringMatching(
      /^disk problem: The next backup needs about \S+ [kMGT]?B in BACKUP_DIR, and .* → .*BACKUP_KEEP/,
    ),
  )
})

test.skipIf(!small)('backups on the same disk as the data are a warning [D13.1]', async () => {
  const shared = expect.stringMatching(/^disk warning: .* is on the same disk as DATA_DIR, /)
  const backupDir = await temporaryFolder()
  expect(await diagnose({ BACKUP_DIR: backupDir })).toContainEqual(shared)
  expect(await diagnose({ DATA_DIR: small!, BACKUP_DIR: backupDir })).not.toContainEqual(shared)
})

/** A network drive whose server is away: everything that looks at the folder waits. */
async function hangingFolder(folder: string) {
  const device = openSync('/dev/fuse', 'r+')
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  const args = ['-i', '-t', 'fuse', '-o', options, 'away', folder]
  const mounted = spawnSync('mount', args, { stdio: ['ignore', 'ignore', 'ignore', device] })
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder])
    closeSync(device)
  })
  return mounted.status === 0 ? folder : undefined
}

const canHang = existsSync('/dev/fuse') && process.getuid?.() === 0

test.skipIf(!canHang)('a network drive that is away is named in time [D13.1]', async (context) => {
  const dataDir = await hangingFolder(await temporaryFolder())
  const backupDir = await hangingFolder(await temporaryFolder())
  if (!dataDir || !backupDir) return context.skip()
  const lines = await diagnose({ DATA_DIR: dataDir, BACKUP_DIR: backupDir }, 1000)
  for (const setting of ['DATA_DIR', 'BACKUP_DIR']) {
    const away = new RegExp(`^disk problem: ${setting}, .*, did not respond within 1 s, .* → Check the network drive`)
    expect(lines).toContainEqual(expect.stringMatching(away))
  }
  expect(lines.filter((line) => /^(database|storage|backups)/.test(line))).toEqual([])
})

test.skipIf(!canHang)('files on a network drive that is away are named in time [D13.1]', async (context) => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'files'))
  if (!(await hangingFolder(join(dataDir, 'files')))) return context.skip()
  const lines = await diagnose({ DATA_DIR: dataDir }, 5000)
  expect(lines).toContainEqual(expect.stringMatching(/^disk problem: The folder of the files, .*, did not respond/))
  expect(lines.filter((line) => line.startsWith('storage'))).toEqual([])
})
