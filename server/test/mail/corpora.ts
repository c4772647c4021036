import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Corpus = { package: string; pattern: RegExp }

/** The mails with which other programs are tested, in packages of Debian. */
export const corpora = {
  enmime: { package: 'golang-github-jhillyerd-enmime-dev', pattern: /\/testdata\/.*\.raw$/ },
  python: { package: 'libpython3.11-testsuite', pattern: /\/test_email\/data\/msg_.*\.txt$/ },
  flufl: { package: 'python3-flufl.bounce', pattern: /\/bounce\/tests\/data\/.*\.txt$/ },
} satisfies Record<string, Corpus>

/** Downloads the mails of a corpus, and keeps them only in memory. Undefined if apt cannot download them here. */
export async function mailsOf({ package: name, pattern }: Corpus) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-corpus-'))
  try {
    await run('apt-get', ['-qq', 'download', name], { cwd: folder, timeout: 60_000 })
    const [archive] = await readdir(folder)
    await run('dpkg-deb', ['-x', archive!, 'unpacked'], { cwd: folder })
    const files = await readdir(folder, { recursive: true })
    const mails = files.filter((file) => pattern.test(file)).toSorted()
    return await Promise.all(mails.map(async (file) => ({ file, raw: await readFile(join(folder, file)) })))
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true })
  }
}
