import type { Caller } from "@fleet/domain/Caller"
import type { ClientRobotListItem } from "@fleet/domain/Robots"
import { Context, Effect, Layer } from "effect"
import { Grants } from "../access/Grants.ts"
import { BridgeStates } from "./bridges/BridgeStates.ts"
import { robotListBytes } from "./robotListBytes.ts"

/** Robots as apps see them: those a caller reaches and has something to do with. */
export class ClientRobots extends Context.Service<
  ClientRobots,
  {
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<typeof ClientRobotListItem.Type>>
    /** The JSON of a ClientRobotListResponse. */
    readonly listBytes: (caller: Caller) => Effect.Effect<Uint8Array>
  }
>()("@fleet/server/ClientRobots") {
  static readonly layer = Layer.effect(
    ClientRobots,
    Effect.gen(function* () {
      const grants = yield* Grants
      const states = yield* BridgeStates
      return ClientRobots.of({
        list: Effect.fn("ClientRobots.list")(function* (caller) {
          const robots = yield* grants.robots(caller)
          const stateOf = yield* states.reader
          return robots.map(({ createdAt, id, name, publishedVersion }) => ({
            id,
            name,
            created_at: createdAt,
            bridge_state: stateOf(id),
            published_version: publishedVersion
          }))
        }),
        listBytes: Effect.fn("ClientRobots.listBytes")(function* (caller) {
          return robotListBytes(yield* grants.robotHeads(caller), {
            stateOf: yield* states.reader,
            rest: ({ published_version }) => `"published_version":${published_version}`
          })
        })
      })
    })
  )
}
