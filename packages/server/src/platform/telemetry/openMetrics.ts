import type { Metric } from "effect"

type Snapshot = Metric.Metric.Snapshot

export const openMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

const types: Partial<Record<Snapshot["type"], string>> = { Counter: "counter", Gauge: "gauge", Histogram: "histogram" }
const units = ["seconds", "bytes"]

const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

/** As the standard writes a number: a bucket's bound has a decimal point. */
const bound = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value))

const labels = (attributes: Snapshot["attributes"], le?: string): string => {
  const pairs = [...Object.entries(attributes ?? {}), ...(le === undefined ? [] : [["le", le] as const])]
  return pairs.length === 0 ? "" : `{${pairs.map(([name, value]) => `${name}="${escaped(value)}"`).join()}}`
}

const samples = (family: string, metric: Snapshot): ReadonlyArray<string> => {
  const { attributes } = metric
  switch (metric.type) {
    case "Counter":
      return [`${family}_total${labels(attributes)} ${metric.state.count}`]
    case "Gauge":
      return [`${family}${labels(attributes)} ${metric.state.value}`]
    case "Histogram": {
      const { buckets, count, sum } = metric.state
      return [
        ...buckets.map(([le, cumulative]) => `${family}_bucket${labels(attributes, bound(le))} ${cumulative}`),
        `${family}_bucket${labels(attributes, "+Inf")} ${count}`,
        `${family}_count${labels(attributes)} ${count}`,
        `${family}_sum${labels(attributes)} ${sum}`
      ]
    }
    default:
      return []
  }
}

/** Counters, gauges and histograms as OpenMetrics text. A counter's name ends in `_total`, its family's does not. */
export const openMetrics = (snapshot: ReadonlyArray<Snapshot>): string => {
  const families = Map.groupBy(snapshot, ({ id, type }) => (type === "Counter" ? id.replace(/_total$/, "") : id))
  const lines: Array<string> = []
  for (const [family, metrics] of families) {
    const [{ description, type }] = metrics as [Snapshot, ...Array<Snapshot>]
    const unit = units.find((each) => family.endsWith(`_${each}`))
    lines.push(`# TYPE ${family} ${types[type] ?? "unknown"}`)
    if (unit !== undefined) lines.push(`# UNIT ${family} ${unit}`)
    if (description !== undefined) lines.push(`# HELP ${family} ${escaped(description)}`)
    for (const metric of metrics) lines.push(...samples(family, metric))
  }
  return `${lines.join("\n")}\n# EOF\n`
}
