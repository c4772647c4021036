import { Gauge, type Registry } from 'prom-client'

type Labels = Record<string, string>

/** One value of a gauge. While it is undefined, nothing is reported. */
export type GaugeValue = { labels?: Labels; value: number | undefined }

/** How gauges follow from a state. */
export type GaugeOf<S> = { name: string; help: string; labelNames?: string[]; values: (state: S) => GaugeValue[] }

/** Defines gauges, and returns a function that sets all of them to a state. Without a state, they are absent. */
export function defineGauges<S>(registry: Registry, gauges: GaugeOf<S>[]) {
  const defined = gauges.map(({ values, ...about }) => ({
    gauge: new Gauge({ ...about, registers: [registry] }),
    values,
  }))
  return (state: S | undefined) => {
    for (const { gauge, values } of defined) replace(gauge, state === undefined ? [] : values(state))
  }
}

function replace(gauge: Gauge, values: GaugeValue[]) {
  gauge.reset()
  // A gauge without labels begins with the value 0.
  gauge.remove({})
  for (const { labels = {}, value } of values) if (value !== undefined) gauge.set(labels, value)
}
