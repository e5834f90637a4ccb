import type { AppId } from "@fleet/domain/Ids"
import { Effect, Layer } from "effect"
import { AccessVersions } from "../access/AccessVersions.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { RobotRecords } from "../robots/stored/RobotRecords.ts"
import { RobotGrantStore } from "./RobotGrantStore.ts"

/** What apps may do with a robot follows its slugs, and ends with it. */
export const StoredGrants = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* RobotGrantStore
    const versions = yield* AccessVersions
    const transaction = yield* Transaction
    const bus = yield* Bus

    const changed = Effect.fnUntraced(function* (apps: ReadonlyArray<AppId>) {
      yield* versions.raiseApps(apps)
      yield* transaction.afterCommit(
        bus.broadcastAndWait(...apps.map((appId) => ({ type: "app_access_changed", appId }) as const))
      )
    })

    yield* records.register({
      // The former names of slugs are taken away.
      publish: ({ orgId, robotId, version }) =>
        Effect.flatMap(store.renamedBefore({ orgId, robotId, version }), changed),
      usage: ({ orgId, robotId, slug }) =>
        Effect.map(store.usage({ orgId, robotId, slug }), ({ app_identifiers, grant_count }) => ({
          app_identifiers,
          grant_count
        })),
      rename: Effect.fnUntraced(function* ({ from, orgId, robotId, to }) {
        const apps = yield* Effect.forEach([from, to], (slug) => store.usage({ orgId, robotId, slug }))
        const rewritten_grants = yield* store.rename({ orgId, robotId, from, to })
        return {
          answer: { rewritten_grants },
          finish: changed([...new Set(apps.flatMap(({ app_ids }) => app_ids))])
        }
      }),
      drop: { step: "grants", run: (robot) => Effect.flatMap(store.detach(robot), changed) }
    })
  })
)
