import type { Caller } from "@fleet/domain/Caller"
import type { ClientRobotListItem } from "@fleet/domain/Robots"
import { Context, Effect, Layer } from "effect"
import { Grants, type ReachedRobot } from "../auth/Grants.ts"
import { BridgeStates } from "./BridgeStates.ts"
import { PublishedConfigs } from "./config/PublishedConfigs.ts"

/** Robots as apps see them: those a caller reaches and has something to do with. */
export class ClientRobots extends Context.Service<
  ClientRobots,
  { readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<typeof ClientRobotListItem.Type>> }
>()("@fleet/server/ClientRobots") {
  static readonly layer = Layer.effect(
    ClientRobots,
    Effect.gen(function* () {
      const grants = yield* Grants
      const configs = yield* PublishedConfigs
      const states = yield* BridgeStates
      const item = Effect.fnUntraced(function* ({ createdAt, id, name }: ReachedRobot) {
        const { version } = yield* configs.current(id)
        return {
          id,
          name,
          created_at: createdAt,
          bridge_state: states.get(id),
          published_version: version === 0 ? null : version
        }
      })
      return ClientRobots.of({
        list: Effect.fn("ClientRobots.list")(function* (caller) {
          return yield* Effect.forEach(yield* grants.robots(caller), item, { concurrency: 32 })
        })
      })
    })
  )
}
