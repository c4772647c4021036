import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startProduct } from '#bench/product.ts'
import { medianRound } from '#bench/rounds.ts'
import { projectRoot } from '#server/projectRoot.ts'

export const enquiries = 10_000

export type Product = Awaited<ReturnType<typeof startProduct>>
export type Sides<T> = Record<'before' | 'after', T>

/**
 * Runs `use` while this build and an earlier one, built in the folder `before`, serve the same 10,000 enquiries of 20 companies. With
 * `startSpare`, this build serves a third copy of them, in the folder that DATA_DIR names.
 */
export async function withBothBuilds(
  before: string,
  use: (products: Sides<Product>, startSpare: () => Promise<Product>) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-comparing-'))
  const started: Product[] = []
  const start = async (build: string, dataDir: string) => {
    const product = await startProduct(build, dataDir)
    started.push(product)
    return product
  }
  try {
    process.env.DATA_DIR = join(folder, 'before')
    // Only the earlier build can fill a database that it can use.
    const seed = ['scripts/seed.mjs', '--enquiries', String(enquiries)]
    execFileSync(process.execPath, seed, { cwd: resolve(before), stdio: 'inherit' })
    for (const copy of ['after', 'spare']) await cp(join(folder, 'before'), join(folder, copy), { recursive: true })
    process.env.DATA_DIR = join(folder, 'spare')
    const products = {
      before: await start(resolve(before), join(folder, 'before')),
      after: await start(projectRoot, join(folder, 'after')),
    }
    await use(products, () => start(projectRoot, join(folder, 'spare')))
  } finally {
    for (const product of started) await product.stop()
    await rm(folder, { recursive: true })
  }
}

/** The sides in the order of a round: each comes first in every other round. */
export function turnsOf(round: number) {
  return round % 2 ? (['after', 'before'] as const) : (['before', 'after'] as const)
}

/** The medians of a figure, and the median of its ratios within the rounds. */
export function compareFigure<K extends string>({ before, after }: Sides<Record<K, number>[]>, figure: K) {
  const ratios = after.map((one, round) => one[figure] / before[round]![figure])
  return {
    before: rounded(medianOf(before.map((one) => one[figure]))),
    after: rounded(medianOf(after.map((one) => one[figure]))),
    ratio: rounded(medianOf(ratios)),
  }
}

export function medianOf(figures: number[]) {
  return medianRound(figures, (one) => one)
}

export function rounded(figure: number) {
  return Math.round(figure * 100) / 100
}
