import { assert, layer } from "@effect/vitest"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { JobRecovery } from "@fleet/server/robots/jobs/JobRecovery"
import { JobStore } from "@fleet/server/robots/jobs/JobStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../../support/Database.ts"
import { anOrg, aRobot } from "../fixtures.ts"

/** Running jobs of a robot, each held by one of these runs of the server. */
const running = Effect.fnUntraced(function* (
  orgId: OrgId,
  robotId: RobotId,
  holders: Readonly<Record<string, string | null>>
) {
  const sql = yield* SqlClient.SqlClient
  for (const [slug, boot] of Object.entries(holders)) {
    yield* sql`
      INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, started_at, updated_at, boot)
      VALUES (gen_random_uuid(), 1, ${orgId}, ${robotId}, ${slug}, 'action', 'running', 1000, now(), now(), ${boot})`
  }
})

const statesOf = Effect.fnUntraced(function* (robotId: RobotId) {
  const rows = yield* (yield* JobStore).newest(robotId)
  return Object.fromEntries(rows.map(({ error, slug, state }) => [slug, error === null ? state : [state, error.code]]))
})

const [here, beside, ended] = [randomUUID(), randomUUID(), randomUUID()]
const Two = Layer.succeed(Nodes, { boot: here, alive: Effect.succeed([here, beside]) })

layer(JobStore.layer.pipe(Layer.provideMerge(Two), Layer.provideMerge(TestDatabase)), { timeout: "60 seconds" })(
  "jobs of a server that ended",
  (it) => {
    it.effect("recovery: jobs that a living server holds go on, all others become unknown", () =>
      Effect.gen(function* () {
        const orgId = yield* anOrg
        const robotId = yield* aRobot(orgId)
        yield* running(orgId, robotId, { here, beside, ended, "no holder": null })
        yield* Effect.scoped(Layer.build(JobRecovery))
        assert.deepStrictEqual(yield* statesOf(robotId), {
          here: "running",
          beside: "running",
          ended: ["unknown", "bridge_disconnected"],
          "no holder": ["unknown", "bridge_disconnected"]
        })
      })
    )

    it.effect("a robot that connects here: its jobs are held here from then on, another robot's are not", () =>
      Effect.gen(function* () {
        const orgId = yield* anOrg
        const [robotId, other] = [yield* aRobot(orgId), yield* aRobot(orgId, "Other")]
        yield* running(orgId, robotId, { here, beside, ended })
        yield* running(orgId, other, { ended })
        const taken = yield* (yield* JobStore).take({ orgId, robotId })
        assert.deepStrictEqual(
          taken.map(({ boot, slug, state }) => [slug, state, boot]),
          ["here", "beside", "ended"].map((slug) => [slug, "running", here])
        )
        yield* Effect.scoped(Layer.build(JobRecovery))
        assert.deepStrictEqual(yield* statesOf(robotId), { here: "running", beside: "running", ended: "running" })
        assert.deepStrictEqual(yield* statesOf(other), { ended: ["unknown", "bridge_disconnected"] })
      })
    )
  }
)
