import './system/requireNode.mjs'
import { runnerImport } from 'vite'
import { buildStale } from './built.mjs'
import { findOrInstallBrowser } from './system/browser.mjs'
import { fail } from './system/run.mjs'

/** The benchmarks that measure one thing. Without one of these names, the whole of bench.ts runs. */
const benchmarks = {
  yardstick: { file: 'bench/yardstick.ts', start: 'startYardstick' },
  purge: { file: 'bench/single/purge.ts', start: 'benchPurge' },
  sweep: { file: 'bench/single/sweeping.ts', start: 'measureSweep' },
  addresses: { file: 'bench/single/addressTimes.ts', start: 'measureAddressTimes', needsBuild: true },
  uploads: { file: 'bench/single/uploading.ts', start: 'measureUploads', needsBuild: true },
  incoming: { file: 'bench/single/incoming.ts', start: 'measureIncoming', needsBuild: true },
  backups: { file: 'bench/single/backups.ts', start: 'measureBackups', needsBuild: true },
  starts: { file: 'bench/single/starting.ts', start: 'measureStarts', needsBuild: true },
  compare: { file: 'bench/single/comparing.ts', start: 'compareBuilds', needsBuild: true },
  openings: { file: 'bench/single/openings.ts', start: 'compareOpenings', needsBuild: true, needsBrowser: true },
  conversations: {
    file: 'bench/single/conversations.ts',
    start: 'measureConversations',
    needsBuild: true,
    needsBrowser: true,
  },
  page: { file: 'bench/page.ts', start: 'benchPage', needsBuild: true, needsBrowser: true },
}

const [name, ...rest] = process.argv.slice(2)
const whole = { file: 'bench/bench.ts', start: 'bench', needsBuild: true, needsBrowser: true }
const { file, start, needsBuild, needsBrowser } = benchmarks[name] ?? whole
if (needsBuild) await buildStale()
if (needsBrowser) {
  const browser = await findOrInstallBrowser()
  if (browser) process.env.CHROME_PATH = browser
}
const { module } = await runnerImport(file)
const args = name in benchmarks ? rest : [process.argv.slice(2)]
await module[start](...args).catch((error) => fail(error.stack))
