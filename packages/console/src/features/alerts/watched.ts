/** What a published document says of a datapoint, as far as a list of alerts needs it. */
export interface Watched {
  readonly unit: string | null
  readonly decimals: number | null
  readonly isRecorded: boolean
  /** How far apart two recorded values lie, in milliseconds. */
  readonly intervalMs: number
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown, key: string): Fields => {
  const inner = typeof value === "object" && value !== null ? (value as Fields)[key] : undefined
  return typeof inner === "object" && inner !== null ? (inner as Fields) : {}
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null)

export const watchedOf = (document: unknown, slug: string): Watched => {
  const datapoint = fieldsOf(fieldsOf(document, "datapoints"), slug)
  const numeric = fieldsOf(datapoint, "numeric")
  const retention = fieldsOf(datapoint, "retention")
  return {
    unit: typeof numeric["unit"] === "string" ? numeric["unit"] : null,
    decimals: numberOf(numeric["decimals"]),
    isRecorded: retention["enabled"] === true,
    intervalMs: (numberOf(retention["interval_seconds"]) ?? 300) * 1000
  }
}

/** Where an alert stands in its document: the wire has its name alone, which is its key where it has no other. */
export const placeOfAlert = (document: unknown, { name, slug }: { readonly name: string; readonly slug: string }) => {
  const alerts = fieldsOf(fieldsOf(fieldsOf(document, "datapoints"), slug), "alerts")
  const key = Object.keys(alerts).find((each) => (fieldsOf(alerts, each)["name"] ?? each) === name)
  return key === undefined ? `datapoints.${slug}` : `datapoints.${slug}.alerts.${key}`
}
