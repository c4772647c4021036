import type { Advice } from '#contract/operator.ts'
import { byImportance, type Finding } from '#server/doctor/finding.ts'

const maxNext = 3

/** Callers who ask while a check is running share it, so that it runs once at a time. */
export class AdviceReading {
  #running: Promise<Advice> | undefined

  constructor(private readonly examine: () => Promise<Finding[]>) {}

  get() {
    this.#running ??= this.#read().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #read(): Promise<Advice> {
    const found = byImportance(await this.examine()).filter((finding) => finding.level !== 'ok')
    const count = (level: Finding['level']) => found.filter((finding) => finding.level === level).length
    return {
      checkedAt: new Date().toISOString(),
      problems: count('problem'),
      warnings: count('warning'),
      command: 'npm run doctor',
      next: found.slice(0, maxNext),
    }
  }
}
