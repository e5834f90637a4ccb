import type { AppId } from "@fleet/domain/Ids"
import type { UsageMetric, UsageQuery } from "@fleet/domain/Usage"
import type { UsageStretch } from "./UsageCounterStore.ts"

/** One metric of one app, or of the organisation: a value for each day that was asked for, 0 for none. */
export interface UsageSeries {
  readonly appId: AppId | null
  readonly appName: string | null
  readonly metric: UsageMetric
  readonly values: Float64Array
}

const dayMs = 86_400_000
const dayNumber = (day: string) => Date.parse(day) / dayMs
const isPeak = (metric: UsageMetric) => metric.endsWith("_bytes")

/** Stretches as series of the days that were asked for. What several stretches have of a day is added, of bytes the highest. */
export const usageSeries = (
  stretches: ReadonlyArray<UsageStretch>,
  { from_day, to_day }: UsageQuery
): ReadonlyArray<UsageSeries> => {
  const first = dayNumber(from_day)
  const length = dayNumber(to_day) - first + 1
  const all = new Map<string, UsageSeries>()
  for (const { appId, appName, from, metric, values } of stretches) {
    const key = `${metric} ${appId}`
    let series = all.get(key)
    if (series === undefined) all.set(key, (series = { appId, appName, metric, values: new Float64Array(length) }))
    const peak = isPeak(metric)
    let at = dayNumber(from) - first
    for (const text of values.split(",")) {
      if (at >= 0 && at < length) {
        const value = Number(text)
        series.values[at] = peak ? Math.max(series.values[at]!, value) : series.values[at]! + value
      }
      at++
    }
  }
  const keyOf = ({ appId, metric }: UsageSeries) => `${appId ?? ""} ${metric}`
  return [...all.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** The JSON of a `UsageResponse`. A schema and objects for each row take ten times as long. */
export const usageText = (series: ReadonlyArray<UsageSeries>, { from_day, to_day }: UsageQuery): string => {
  const first = dayNumber(from_day)
  const days = dayNumber(to_day) - first + 1
  const heads = series.map(
    ({ appId, appName, metric }) =>
      `{"app_id":${JSON.stringify(appId)},"app_name":${JSON.stringify(appName)},"metric":"${metric}","day":"`
  )
  let rows = ""
  for (let day = 0; day < days; day++) {
    const date = `${new Date((first + day) * dayMs).toISOString().slice(0, "2026-11-23".length)}","value":`
    for (let each = 0; each < series.length; each++) {
      const value = series[each]!.values[day]!
      if (value > 0) rows += `${rows === "" ? "" : ","}${heads[each]}${date}${value}}`
    }
  }
  return `{"rows":[${rows}],"from_day":"${from_day}","to_day":"${to_day}"}`
}
