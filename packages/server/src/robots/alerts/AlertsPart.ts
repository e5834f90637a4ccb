import { isSameCondition } from "@fleet/domain/AlertMachine"
import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import type { AlertId, RobotId } from "@fleet/domain/Ids"
import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import { Effect } from "effect"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import type { Published } from "../config/PublishedConfigs.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import { isClockOff } from "../home/isClockOff.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import type { AlertQueue } from "./AlertQueue.ts"
import { alertValueOf } from "./alertValueOf.ts"
import { LiveAlert } from "./LiveAlert.ts"
import type { AlertRow } from "./AlertRow.ts"
import { alertKey, definitionsOf, finderOf } from "./planPublish.ts"

/** Services of the process that the alerts of one robot use. */
export interface AlertsContext {
  readonly queue: AlertQueue
  readonly load: (home: RobotHome) => Effect.Effect<ReadonlyArray<AlertRow>>
  /** Gives the rows to the part, later and as often as it takes while the robot has a bridge. */
  readonly reload: (part: AlertsPart) => void
  /** Stores what waits of the robot. */
  readonly flush: (robotId: RobotId) => Effect.Effect<void>
}

const enabledIn = ({ doc }: Published) => definitionsOf(doc).filter(({ enabled }) => enabled)

/** The alerts of one robot, moved by its live samples. */
export class AlertsPart implements RobotPart {
  readonly home: RobotHome
  private readonly context: AlertsContext
  /** Enabled alerts by the slug that the bridge uses. */
  private live: ReadonlyMap<string, ReadonlyArray<LiveAlert>> = new Map()
  /** The same by that slug and their key. */
  private byKey: ReadonlyMap<string, LiveAlert> = new Map()
  /** Those of them whose row is known. */
  private byId = new Map<AlertId, LiveAlert>()
  /** Of the configuration that `live` was made from. */
  private version = 0
  /** Dropped with a newest value before their rows were read, by the bridge's slug and their key. */
  private readonly parted = new Map<string, LiveAlert>()
  /** What the hello that is served now has read. */
  private rows: ReadonlyArray<AlertRow> | null = null

  constructor(home: RobotHome, context: AlertsContext) {
    this.home = home
    this.context = context
  }

  get isVacant(): boolean {
    for (const alert of this.all()) if (!alert.isSettled) return false
    return true
  }

  prepare(_hello: typeof Hello.Type, published: Published): Effect.Effect<void> {
    if (enabledIn(published).length === 0) return Effect.void
    return Effect.map(this.context.load(this.home), (rows) => void (this.rows = rows))
  }

  /** What is published unchanged goes on with its state; anything else begins with ok, as in the rows. */
  config(published: Published): void {
    const { rows } = this
    this.rows = null
    if (published.version !== this.version) {
      this.version = published.version
      this.rebuild(published)
      if (rows === null && this.live.size + this.parted.size > 0) this.context.reload(this)
    }
    if (rows !== null) this.adopt(rows)
  }

  sample({ json, slug, timestampMs }: Sample, { alerts }: Datapoint, backfill: boolean, nowMs: number): void {
    if (alerts === undefined || backfill) return
    const live = this.live.get(slug)
    if (live === undefined) return
    const value = alertValueOf(json)
    if (value === undefined) return
    const atMs = isClockOff(timestampMs, nowMs) ? nowMs : timestampMs
    for (const alert of live) {
      const { machine } = alert
      if (machine.take(value, atMs)) this.context.queue.moved(alert)
      if (!alert.hasNewValue && machine.value !== undefined) this.context.queue.values.add(alert)
    }
  }

  renameSlug(from: string, to: string): void {
    const found = [...this.all()].filter(({ slug }) => slug === from)
    const renamed = found.filter(({ source_slug }) => source_slug !== from)
    for (const alert of renamed.length > 0 ? renamed : found) alert.slug = to
  }

  flush(): Effect.Effect<void> {
    return this.context.flush(this.home.robotId)
  }

  detach(): void {
    this.letGo()
  }

  forget(): void {
    this.letGo()
    for (const alert of this.all()) {
      alert.isDropped = true
      alert.row = null
    }
    this.setLive([])
    this.rows = null
  }

  /** Takes up what is stored of the alerts that are published here. */
  adopt(rows: ReadonlyArray<AlertRow>): void {
    for (const row of rows) {
      const parted = this.parted.get(alertKey(row.source_slug, row.key))
      if (parted !== undefined) parted.row = { id: row.id, revision: row.revision }
      const alert = this.byKey.get(alertKey(row.source_slug, row.key))
      // The rows may be those of a publish that comes next.
      if (alert === undefined || !row.enabled || !isSameCondition(row.condition, alert.machine.condition)) continue
      alert.slug = row.slug
      alert.adopt(row)
      if (alert.row !== null) this.byId.set(alert.row.id, alert)
      this.context.queue.adopted(alert)
    }
    this.letGo()
  }

  /** The newest evaluated value of an alert, where it is known here. */
  valueOf(id: AlertId): LiveAlert["value"] {
    return this.byId.get(id)?.value
  }

  private *all(): Generator<LiveAlert> {
    for (const alerts of this.live.values()) yield* alerts
  }

  private rebuild(published: Published): void {
    const left = new Set(this.all())
    const find = finderOf(left)
    const next = enabledIn(published).map((definition) => {
      const known = find(definition)
      if (known === undefined) return new LiveAlert(this.home, definition)
      if (!isSameCondition(known.machine.condition, definition.condition)) {
        const edited = new LiveAlert(this.home, definition)
        if (edited.inherit(known)) this.context.queue.values.add(edited)
        this.context.queue.values.delete(known)
        return edited
      }
      left.delete(known)
      known.source_slug = definition.slug
      return known
    })
    for (const alert of left) {
      alert.isDropped = true
      if (alert.row !== null || !alert.hasNewValue) continue
      alert.awaitsRow = true
      this.parted.set(alertKey(alert.source_slug, alert.key), alert)
    }
    this.setLive(next)
  }

  private letGo(): void {
    for (const alert of this.parted.values()) alert.awaitsRow = false
    this.parted.clear()
  }

  private setLive(alerts: ReadonlyArray<LiveAlert>): void {
    this.live = Map.groupBy(alerts, ({ source_slug }) => source_slug)
    this.byKey = new Map(alerts.map((alert) => [alertKey(alert.source_slug, alert.key), alert]))
    this.byId = new Map(alerts.flatMap((alert) => (alert.row === null ? [] : [[alert.row.id, alert]])))
  }
}
