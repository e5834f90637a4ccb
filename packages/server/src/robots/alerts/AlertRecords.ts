import { AlertId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { type Actor, AuditLog } from "../../audit/AuditLog.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RecordingRecords } from "../recordings/RecordingRecords.ts"
import { RobotRecords } from "../stored/RobotRecords.ts"
import type { PublishedVersion } from "../stored/StoredPart.ts"
import { WebhookEvents } from "../../webhooks/WebhookEvents.ts"
import { alertOf, encodeAlert } from "./alertOf.ts"
import type { AlertRow, StoredMove } from "./AlertRow.ts"
import { AlertStore, type NewState } from "./AlertStore.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"
import { type AlertDefinition, definitionsOf, isChanged, planPublish } from "./planPublish.ts"

/** An alert that samples moved since the given revision: its moves in order, one at least. */
export interface MovedAlert {
  readonly alert: Pick<StoredMove["alert"], "id" | "org_id" | "robot_id">
  readonly revision: number
  readonly moves: ReadonlyArray<Omit<StoredMove, "alert">>
}

const byBridge: Actor = { kind: "platform", label: "Alerts" }

/** Every change of what is stored of alerts. With each move go an audit row, messages to webhooks and perhaps a recording, and after the commit an org event. */
export class AlertRecords extends Context.Service<
  AlertRecords,
  {
    /** Stores what samples did; answers the new revisions. Alerts that a publish has changed since are left out. */
    readonly move: (moved: ReadonlyArray<MovedAlert>) => Effect.Effect<ReadonlyMap<AlertId, number>>
  }
>()("@fleet/server/AlertRecords") {
  static readonly layer = Layer.effect(
    AlertRecords,
    Effect.gen(function* () {
      const store = yield* AlertStore
      const transitions = yield* AlertTransitionStore
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction
      const clock = yield* Clock.Clock
      const webhooks = yield* WebhookEvents
      const recordings = yield* RecordingRecords
      const stored = yield* RobotRecords

      const publishEvent = ({ alert, state, value }: StoredMove) =>
        bus.publishOrg(alert.org_id, {
          type: "activity",
          event: {
            at: DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()),
            kind: "alert",
            severity: state === "firing" ? alert.severity : "info",
            robot_id: alert.robot_id,
            subject: alert.name,
            detail: { alert_id: alert.id, slug: alert.slug, state, value }
          }
        })

      const record = Effect.fnUntraced(function* (moves: ReadonlyArray<StoredMove>, actor: Actor) {
        if (moves.length === 0) return
        yield* transitions.insert(moves, yield* Effect.map(DateTime.now, DateTime.toDateUtc))
        yield* audit.recordAll(
          moves.map(({ alert, state, value }) => ({
            orgId: alert.org_id,
            actor,
            action: state === "firing" ? "alert.fired" : "alert.resolved",
            target: { kind: "alert", id: alert.id, label: alert.name },
            details: { robot_id: alert.robot_id, slug: alert.slug, value },
            robotId: alert.robot_id
          }))
        )
        yield* webhooks.emit(
          moves.map(({ alert, atMs, state }) => ({
            type: state === "firing" ? "alert.firing" : "alert.resolved",
            orgId: alert.org_id,
            robotId: alert.robot_id,
            atMs,
            data: () => encodeAlert(alertOf({ ...alert, state, state_since_ms: atMs }))
          }))
        )
        yield* recordings.cutOn(
          "alert",
          moves
            .filter(({ state }) => state === "firing")
            .map(({ alert: { id, robot_id }, atMs }) => ({
              robotId: robot_id,
              cause: { kind: "alert", ref: id },
              atMs
            }))
        )
        yield* transaction.afterCommit(Effect.sync(() => moves.forEach(publishEvent)))
      })

      const publish = Effect.fnUntraced(function* ({ actor, at, doc, orgId, robotId }: PublishedVersion) {
        const atMs = DateTime.toEpochMillis(at)
        const plan = planPublish(yield* store.lock(robotId), definitionsOf(doc))
        if (plan.removed.length > 0) yield* store.delete(plan.removed.map(({ id }) => id))
        const changed = plan.kept.filter(isChanged).map(({ definition: { slug, ...definition }, isReset, row }) => ({
          ...row,
          ...definition,
          source_slug: slug,
          ...(isReset ? ({ state: "ok", state_since_ms: atMs } as const) : {}),
          is_reset: isReset
        }))
        if (changed.length > 0) yield* store.update(changed)
        if (plan.created.length > 0)
          yield* store.insert(plan.created.map((definition) => created(definition, { orgId, robotId, at })))
        const now = new Map(changed.map((alert) => [alert.id, alert]))
        const resolved = plan.resolved.map((alert) => {
          const { condition, enabled, name, severity } = now.get(alert.id) ?? alert
          return { alert: { ...alert, condition, enabled, name, severity }, state: "ok", value: null, atMs } as const
        })
        yield* record(resolved, actor)
      })

      const move = Effect.fnUntraced(function* (moved: ReadonlyArray<MovedAlert>) {
        const states = moved.map(({ alert: { id }, moves, revision }): NewState => {
          const { atMs: since_ms, state, value } = moves.at(-1)!
          return { id, revision, state, since_ms, value }
        })
        const rows = new Map((yield* store.move(states)).map((row) => [row.id, row]))
        const stored = moved.flatMap(({ alert, moves }) => {
          const row = rows.get(alert.id)
          return row === undefined
            ? []
            : moves.map((each): StoredMove => ({ ...each, alert: { ...alert, ...row, last_value: each.value } }))
        })
        yield* record(stored, byBridge)
        return new Map([...rows].map(([id, { revision }]) => [id, revision]))
      }, transaction.run)

      yield* stored.register({
        publish,
        rename: store.rename,
        usage: ({ exposure }) =>
          Effect.succeed({
            alert_count: exposure.kind === "datapoint" ? Object.keys(exposure.config.alerts ?? {}).length : 0
          }),
        drop: { step: "configuration", run: store.drop }
      })

      return AlertRecords.of({ move })
    })
  )
}

const created = (
  { slug, ...definition }: AlertDefinition,
  { at, orgId, robotId }: Pick<PublishedVersion, "at" | "orgId" | "robotId">
): AlertRow => ({
  ...definition,
  id: AlertId.make(randomUUID()),
  org_id: orgId,
  robot_id: robotId,
  source_slug: slug,
  slug,
  state: "ok",
  state_since_ms: null,
  last_value: null,
  revision: 0,
  created_at: at
})
