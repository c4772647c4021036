import type { Advice } from '#contract/operator.ts'
import { countsOf, type Finding, nextSteps } from '#server/doctor/finding.ts'
import { commandLine } from '#server/projectRoot.ts'

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
    const findings = await this.examine()
    return {
      checkedAt: new Date().toISOString(),
      ...countsOf(findings),
      command: commandLine('doctor'),
      next: nextSteps(findings).slice(0, maxNext),
    }
  }
}
