import type { HealthQuery, ResourceHealth } from "@fleet/domain/ResourceHealth"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { indexOf } from "@fleet/domain/RobotConfig/Exposures"
import { Context, Effect, Layer } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { HealthMessages } from "./HealthMessages.ts"
import type { HealthRow, RobotInOrg } from "./HealthRow.ts"
import type { Observation } from "./Observation.ts"
import { type Plan, planPublish, planRename } from "./planExposures.ts"
import { ResourceHealthStore } from "./ResourceHealthStore.ts"

const toHealth = ({ changed_at_ms, facet, kind, reason, ref, robot_id, state }: HealthRow): ResourceHealth => ({
  robot_id,
  kind,
  ref,
  facet,
  state,
  reason,
  changed_at_ms
})

/** The state of resources that failed once: in the database, and published to developers at each change. */
export class ResourceHealths extends Context.Service<
  ResourceHealths,
  {
    readonly list: (orgId: OrgId, query: typeof HealthQuery.Type) => Effect.Effect<ReadonlyArray<ResourceHealth>>
    /** Writes what was observed, one observation of each resource; tells what changed by it. */
    readonly record: (observations: ReadonlyArray<Observation>, nowMs: number) => Effect.Effect<void>
    /** Recovers the recordings without a reported loss since a time. */
    readonly recoverOld: (beforeMs: number, nowMs: number) => Effect.Effect<void>
  }
>()("@fleet/server/ResourceHealths") {
  static readonly layer = Layer.effect(
    ResourceHealths,
    Effect.gen(function* () {
      const store = yield* ResourceHealthStore
      const messages = yield* HealthMessages
      const stored = yield* RobotRecords
      const transaction = yield* Transaction

      const replace = Effect.fnUntraced(function* (robot: RobotInOrg, plan: (rows: ReadonlyArray<HealthRow>) => Plan) {
        const rows = yield* store.lockExposures(robot)
        if (rows.length === 0) return
        const { gone, kept, renamed } = plan(rows)
        yield* store.replaceExposures(robot, kept)
        yield* transaction.afterCommit(
          Effect.andThen(messages.cleared(robot.orgId, gone), messages.renamed(robot.orgId, renamed))
        )
      })

      yield* stored.register({
        publish: ({ doc, orgId, robotId }) =>
          replace({ orgId, robotId }, (rows) =>
            planPublish(rows, ({ kind, ref }) => indexOf(doc).get(ref)?.kind === kind)
          ),
        rename: ({ from, orgId, robotId, to }) => replace({ orgId, robotId }, (rows) => planRename(rows, from, to)),
        drop: {
          step: "configuration",
          run: Effect.fnUntraced(function* ({ orgId, robotId }) {
            const rows = yield* store.drop({ orgId, robotId })
            yield* transaction.afterCommit(messages.cleared(orgId, rows))
          })
        }
      })

      return ResourceHealths.of({
        list: (orgId, { robot_id = null }) =>
          Effect.map(store.list({ orgId, robotId: robot_id }), (rows) => rows.map(toHealth)),
        record: Effect.fnUntraced(function* (observations, nowMs) {
          const places = yield* store.news(observations)
          if (places.length === 0) return
          const news = places.map((place) => observations[place]!)
          const robotIds = news.flatMap(({ robotId }): ReadonlyArray<RobotId> => (robotId === null ? [] : [robotId]))
          yield* transaction.run(
            Effect.gen(function* () {
              if (robotIds.length > 0) yield* store.lockRobots(robotIds)
              const changed = yield* store.apply(news, nowMs)
              yield* transaction.afterCommit(messages.changed(changed))
            })
          )
        }),
        recoverOld: (beforeMs, nowMs) => Effect.flatMap(store.recoverOld({ beforeMs, nowMs }), messages.changed)
      })
    })
  )
}
