import { isObject, type Params } from "./Host.ts"

export type Kind = "datapoint" | "action" | "service" | "publisher" | "camera"

/** What the robot offers under one name. */
export interface Exposure {
  readonly slug: string
  readonly kind: Kind
  readonly description: string | null
  readonly unit: string | null
  readonly decimals: number | null
  /** The parameters of a command as JSON Schema. */
  readonly schema: Params | null
}

export interface Datasheet {
  readonly name: string
  readonly exposures: ReadonlyArray<Exposure>
}

const textOr = (value: unknown) => (typeof value === "string" ? value : null)

const exposureOf = (value: Params): Exposure => ({
  slug: String(value["slug"]),
  kind: value["kind"] as Kind,
  description: textOr(value["description"]),
  unit: textOr(value["unit"]),
  decimals: typeof value["decimals"] === "number" ? value["decimals"] : null,
  schema: isObject(value["input_schema"]) ? value["input_schema"] : null
})

/** Reads the answer of `describe_robot`; null where it is another's. */
export const datasheetOf = ({ exposures, robot_name: name }: Params): Datasheet | null =>
  typeof name === "string" && Array.isArray(exposures)
    ? { name, exposures: exposures.filter(isObject).map(exposureOf) }
    : null

export const ofKind = ({ exposures }: Datasheet, ...kinds: ReadonlyArray<Kind>): ReadonlyArray<Exposure> =>
  exposures.filter(({ kind }) => kinds.includes(kind))

const batteryName = /(?:^|_)(?:battery|charge|soc)(?:_|$)/
const builtins = ["bridge_state", "robot_details"]

/** Datapoints worth a look, the battery first and those with a unit before others. */
export const datapointsToRead = (datasheet: Datasheet, limit: number): ReadonlyArray<Exposure> => {
  const rank = ({ slug, unit }: Exposure) => (isBattery(slug) ? 0 : unit === null ? 2 : 1)
  return ofKind(datasheet, "datapoint")
    .filter(({ slug }) => !builtins.includes(slug))
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, limit)
}

export const isBattery = (slug: string): boolean => batteryName.test(slug)

/** How full a battery is, 0 to 1, where value and unit tell. */
export const chargeOf = (value: number, unit: string | null): number | null => {
  if (unit === "%") return Math.min(1, Math.max(0, value / 100))
  if (unit !== null || value < 0 || value > 100) return null
  return value <= 1 ? value : value / 100
}
