import './system/requireNode.mjs'
import { runnerImport } from 'vite'
import { fail } from './system/run.mjs'

const { module } = await runnerImport('bench/seed.ts')
await module.seed(process.argv.slice(2)).catch((error) => fail(error.message))
