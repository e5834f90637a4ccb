import { assert, it } from "@effect/vitest"
import { RobotId } from "@fleet/domain/Ids"
import { Access } from "@fleet/server/access/Access"
import { requestTenants } from "@fleet/server/platform/http/requestTenants"
import { StatementTenant } from "@fleet/server/platform/sql/shareConnections"
import { RealtimeCommands } from "@fleet/server/realtime/RealtimeCommands"
import { Jobs } from "@fleet/server/robots/jobs/Jobs"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { aKey } from "./fakeSockets.ts"

it.effect("statements of a command over a socket take the turns of its caller's organisation", () => {
  const seen: Array<string> = []
  const Doubles = Layer.mergeAll(
    Layer.mock(Access, {
      resolve: () =>
        Effect.gen(function* () {
          seen.push((yield* StatementTenant)(yield* Effect.context<never>()))
          return yield* Effect.die("seen")
        })
    }),
    Layer.mock(Jobs, {})
  )
  return Effect.gen(function* () {
    const { run } = yield* RealtimeCommands
    const callers = [aKey(), aKey()]
    const robot_id = RobotId.make(randomUUID())
    for (const caller of callers) {
      yield* run(caller, { type: "publish", request_id: "1", robot_id, slug: "drive", message: {} }, () => undefined)
    }
    assert.deepStrictEqual(
      seen,
      callers.map(({ orgId }) => orgId)
    )
  }).pipe(Effect.provide(RealtimeCommands.layer.pipe(Layer.provide(Doubles), Layer.provideMerge(requestTenants))))
})
