import { runnerImport } from 'vite'

/** The attackers, in a process of their own: what they do must not slow down the one that measures. */
const { module } = await runnerImport('faults/strangers/attackers.ts')
await module.prepareAttack(JSON.parse(process.argv[2]))
