import { maxTypeNames } from "@fleet/domain/Introspection"
import { Array, Effect, Layer, Option } from "effect"
import { RobotGraphs } from "../config/RobotGraphs.ts"
import { IntrospectionStore } from "./IntrospectionStore.ts"
import { Introspections } from "./Introspections.ts"

/** How long a publish waits for the types of its document. */
const patience = "5 seconds"

export const RobotGraphsLive = Layer.effect(
  RobotGraphs,
  Effect.gen(function* () {
    const store = yield* IntrospectionStore
    const introspections = yield* Introspections
    return RobotGraphs.of({
      wasRead: (robotId) => Effect.map(store.unread([robotId]), ({ length }) => length === 0),
      known: Effect.fn("RobotGraphs.known")(function* (robotId, names) {
        const read = Option.getOrNull(yield* store.find(robotId))
        if (read === null) return null
        const definitions = names.length === 0 ? [] : yield* store.named(robotId, names)
        return { graph: read.graph, types: new Map(definitions.map((each) => [each.name, each])) }
      }),
      learn: Effect.fn("RobotGraphs.learn")(function* (robotId, names) {
        if (names.length === 0) return
        yield* Effect.forEach(
          Array.chunksOf(names, maxTypeNames),
          (some) => Effect.ignore(introspections.fetchTypes(robotId, some)),
          { concurrency: 4, discard: true }
        ).pipe(Effect.timeoutOption(patience))
      })
    })
  })
)
