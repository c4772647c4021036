import './system/requireNode.mjs'
import { runnerImport } from 'vite'
import { buildStale } from './built.mjs'
import { findOrInstallBrowser } from './system/browser.mjs'
import { fail } from './system/run.mjs'

const [first, ...rest] = process.argv.slice(2)
if (first === 'yardstick') {
  const { module } = await runnerImport('bench/yardstick.ts')
  await module.startYardstick(...rest)
} else if (first === 'purge') {
  const { module } = await runnerImport('bench/purge.ts')
  await module.benchPurge(...rest)
} else if (first === 'sweep') {
  const { module } = await runnerImport('bench/sweeping.ts')
  await module.measureSweep(...rest).catch((error) => fail(error.stack))
} else if (first === 'addresses') {
  await buildStale()
  const { module } = await runnerImport('bench/addressTimes.ts')
  await module.measureAddressTimes(...rest).catch((error) => fail(error.stack))
} else if (first === 'uploads') {
  await buildStale()
  const { module } = await runnerImport('bench/uploading.ts')
  await module.measureUploads(...rest).catch((error) => fail(error.stack))
} else if (first === 'page') {
  await buildStale()
  await findBrowser()
  const { module } = await runnerImport('bench/page.ts')
  await module.benchPage(...rest).catch((error) => fail(error.stack))
} else {
  await buildStale()
  await findBrowser()
  const { module } = await runnerImport('bench/bench.ts')
  await module.bench(process.argv.slice(2)).catch((error) => fail(error.stack))
}

async function findBrowser() {
  const browser = await findOrInstallBrowser()
  if (browser) process.env.CHROME_PATH = browser
}
