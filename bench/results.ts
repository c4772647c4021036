import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#server/projectRoot.ts'

/** Writes the figures of a run to bench/results/, which git ignores, by date, with the machine that they are of. */
export async function keepResults(name: string, figures: object) {
  const folder = join(projectRoot, 'bench/results')
  await mkdir(folder, { recursive: true })
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version, loadAverage: loadavg() }
  const file = `${new Date().toISOString().slice(0, 10)}-${name}.json`
  await writeFile(join(folder, file), `${JSON.stringify({ machine, ...figures }, null, 2)}\n`)
  console.log(`Kept in bench/results/${file}`)
}
