import { Context, DateTime, Effect, Layer } from "effect"
import { type Actor, AuditLog } from "../../../audit/AuditLog.ts"
import { robotEntry } from "../../../audit/robotEntry.ts"
import { Nodes } from "../../../platform/nodes/Nodes.ts"
import { every } from "../../../platform/schedule/every.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { appOf, type LiveSession } from "./LiveSession.ts"
import { type EndedRow, LiveSessionStore } from "./LiveSessionStore.ts"

const platform: Actor = { kind: "platform", label: "Live video" }
/** How long an ended session is known by its id. */
const keptFor = { days: 1 }

/** What is written of live sessions: their rows, and who watched what for how long. */
export class LiveRecords extends Context.Service<
  LiveRecords,
  {
    readonly started: (session: LiveSession) => Effect.Effect<void>
    /** The session has its ending. */
    readonly ended: (session: LiveSession, atMs: number) => Effect.Effect<void>
    /** Whether the session was the caller's on this camera. */
    readonly isKnown: (session: Pick<LiveSession, "id" | "caller" | "robotId" | "slug">) => Effect.Effect<boolean>
    /** Ends the sessions of servers that have ended. */
    readonly recover: Effect.Effect<void>
  }
>()("@fleet/server/LiveRecords") {
  static readonly layer = Layer.effect(
    LiveRecords,
    Effect.gen(function* () {
      const store = yield* LiveSessionStore
      const audit = yield* AuditLog
      const nodes = yield* Nodes
      const transaction = yield* Transaction

      const lost = ({ id, org_id, robot_id, robot_name, slug }: EndedRow) =>
        robotEntry(
          { id: robot_id, name: robot_name },
          {
            orgId: org_id,
            actor: platform,
            action: "camera.live_ended",
            details: { slug, session_id: id, duration_ms: null, reason: "unknown" }
          }
        )

      return LiveRecords.of({
        started: (session) => {
          const { caller, createdMs, id, orgId, robotId, robotName, slug } = session
          const row = {
            id,
            org_id: orgId,
            robot_id: robotId,
            slug,
            app_id: appOf(session),
            caller_kind: caller.kind,
            caller_id: caller.id,
            created_at: new Date(createdMs)
          }
          const entry = robotEntry(
            { id: robotId, name: robotName },
            { orgId, actor: caller, action: "camera.live_started", details: { slug, session_id: id } }
          )
          return transaction.run(Effect.andThen(store.insert(row), audit.record(entry)))
        },
        ended: ({ caller, ending, firstMs, id, orgId, robotId, robotName, slug }, atMs) => {
          const reason = ending?.reason ?? "unknown"
          const duration_ms = firstMs === null ? 0 : Math.round(atMs - firstMs)
          const entry = robotEntry(
            { id: robotId, name: robotName },
            {
              orgId,
              actor: reason === "released_by_peer" ? caller : platform,
              action: "camera.live_ended",
              details: { slug, session_id: id, duration_ms, reason }
            }
          )
          return transaction.run(Effect.andThen(store.end({ id, at: new Date(atMs), reason }), audit.record(entry)))
        },
        isKnown: ({ caller, id, robotId, slug }) =>
          Effect.map(
            store.find({ id, robotId, slug, callerKind: caller.kind, callerId: caller.id }),
            ({ _tag }) => _tag === "Some"
          ),
        recover: transaction.run(
          Effect.gen(function* () {
            const rows = yield* store.endOthers(yield* nodes.alive, DateTime.toDateUtc(yield* DateTime.now))
            yield* audit.recordAll(rows.map(lost))
          })
        )
      })
    })
  )
}

/** At the start the sessions of servers that have ended are ended; ended ones are deleted after a day. */
export const LiveUpkeep = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* LiveRecords
    const store = yield* LiveSessionStore
    yield* Effect.ignoreCause(records.recover, { log: true })
    yield* every(
      "1 hour",
      "ended live sessions could not be deleted",
      Effect.gen(function* () {
        yield* store.forget(DateTime.toDateUtc(DateTime.subtract(yield* DateTime.now, keptFor)))
      })
    )
  })
)
