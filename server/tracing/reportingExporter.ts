import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/** Sends spans with another exporter, and logs one line when that begins to fail and one when it works again. */
export class ReportingExporter implements SpanExporter {
  #isFailing = false

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: () => Log | undefined,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
    this.exporter.export(spans, (result) => {
      this.#note(result)
      done(result)
    })
  }

  async shutdown() {
    await this.exporter.shutdown()
  }

  #note({ code, error }: ExportResult) {
    const hasFailed = code !== ExportResultCode.SUCCESS
    if (hasFailed && !this.#isFailing) {
      const message = 'traces are lost: the collector does not accept them. Check OTEL_EXPORTER_OTLP_ENDPOINT'
      this.log()?.warn({ reason: error?.message }, message)
    }
    if (!hasFailed && this.#isFailing) this.log()?.info('the collector accepts traces again')
    this.#isFailing = hasFailed
  }
}
