import { isSameCondition } from "@fleet/domain/AlertMachine"
import type { AlertSeverity } from "@fleet/domain/Alerts"
import type { Condition } from "@fleet/domain/RobotConfig/Datapoint"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import type { AlertRow } from "./AlertRow.ts"

/** An alert as a document has it, defaults filled in. */
export interface AlertDefinition {
  /** The datapoint's. */
  readonly slug: string
  readonly key: string
  readonly name: string
  readonly severity: AlertSeverity
  readonly enabled: boolean
  readonly condition: Condition
}

/** Every alert of a document, in its order. */
export const definitionsOf = ({ datapoints = {} }: DeliveredDocument): ReadonlyArray<AlertDefinition> =>
  Object.entries(datapoints).flatMap(([slug, { alerts = {} }]) =>
    Object.entries(alerts).map(([key, { condition, enabled = true, name = key, severity = "warning" }]) => ({
      slug,
      key,
      name,
      severity,
      enabled,
      condition
    }))
  )

type Known = Pick<AlertRow, "key" | "slug" | "source_slug">

/** Names an alert of a robot: a slug has no such character. */
export const alertKey = (slug: string, key: string): string => `${slug}\0${key}`

/**
 * Tells which of the known alerts a definition goes on as: the same key under the same datapoint. Where a datapoint was
 * renamed to a slug that the published version has, too, it is the renamed one.
 */
export const finderOf = <Row extends Known>(
  rows: Iterable<Row>
): ((definition: Pick<AlertDefinition, "key" | "slug">) => Row | undefined) => {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const name = alertKey(row.slug, row.key)
    const other = found.get(name)
    if (other === undefined || other.source_slug === row.slug) found.set(name, row)
  }
  return ({ key, slug }) => found.get(alertKey(slug, key))
}

/** What becomes of one alert. */
export interface KeptAlert {
  readonly row: AlertRow
  readonly definition: AlertDefinition
  /** The state becomes ok. */
  readonly isReset: boolean
}

/** What a publish makes of the alerts of a robot. */
export interface PublishPlan {
  readonly kept: ReadonlyArray<KeptAlert>
  readonly created: ReadonlyArray<AlertDefinition>
  readonly removed: ReadonlyArray<AlertRow>
  /** Those that fired and no longer do. */
  readonly resolved: ReadonlyArray<AlertRow>
}

/** An edited condition resets, and so does what is disabled while it fires. */
const isReset = (row: AlertRow, { condition, enabled }: AlertDefinition) =>
  !isSameCondition(row.condition, condition) || (!enabled && row.state === "firing")

export const planPublish = (
  rows: ReadonlyArray<AlertRow>,
  definitions: ReadonlyArray<AlertDefinition>
): PublishPlan => {
  const kept: Array<KeptAlert> = []
  const created: Array<AlertDefinition> = []
  const left = new Set(rows)
  const find = finderOf(rows)
  for (const definition of definitions) {
    const row = find(definition)
    if (row === undefined) created.push(definition)
    else {
      left.delete(row)
      kept.push({ row, definition, isReset: isReset(row, definition) })
    }
  }
  const ended = [...kept.filter((each) => each.isReset).map(({ row }) => row), ...left]
  return { kept, created, removed: [...left], resolved: ended.filter(({ state }) => state === "firing") }
}

/** Whether a publish has to write anything about the alert. */
export const isChanged = ({ definition, isReset: reset, row }: KeptAlert): boolean =>
  reset ||
  row.enabled !== definition.enabled ||
  row.name !== definition.name ||
  row.severity !== definition.severity ||
  row.source_slug !== definition.slug
