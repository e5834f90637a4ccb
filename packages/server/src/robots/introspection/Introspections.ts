import type { BridgeTimeout, RobotFailure, RobotOffline } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import type { FetchTypesResponse, Introspection } from "@fleet/domain/Introspection"
import type { TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { RobotQuestions } from "./IntrospectionRpc.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BridgeStates } from "../bridges/BridgeStates.ts"
import { IntrospectionStore } from "./IntrospectionStore.ts"

/** What is known of robots' ROS graphs and types: asked for, stored, and answered while a robot is away. */
export class Introspections extends Context.Service<
  Introspections,
  {
    /** Null where the robot's graph was never read. */
    readonly get: (robotId: RobotId) => Effect.Effect<Introspection | null>
    /** Reads the graph again. The bridge has 10 s. */
    readonly refresh: (robotId: RobotId) => Effect.Effect<Introspection, RobotOffline | BridgeTimeout | RobotFailure>
    readonly types: (robotId: RobotId) => Effect.Effect<ReadonlyArray<TypeDefinition>>
    /** Asks the robot anew, since its types may have changed. The bridge has 10 s. */
    readonly fetchTypes: (
      robotId: RobotId,
      names: ReadonlyArray<string>
    ) => Effect.Effect<FetchTypesResponse, RobotOffline | BridgeTimeout>
  }
>()("@fleet/server/Introspections") {
  static readonly layer = Layer.effect(
    Introspections,
    Effect.gen(function* () {
      const store = yield* IntrospectionStore
      const questions = yield* RobotQuestions
      const states = yield* BridgeStates
      const transaction = yield* Transaction

      const isStale = (robotId: RobotId) => Effect.map(states.get(robotId), ({ online }) => !online)

      const keepTypes = (robotId: RobotId, types: ReadonlyArray<TypeDefinition>, fetchedAt: DateTime.Utc) =>
        transaction.run(Effect.andThen(store.putTypes(robotId, types, fetchedAt), store.trimTypes(robotId)))

      return Introspections.of({
        get: Effect.fn("Introspections.get")(function* (robotId) {
          const read = Option.getOrNull(yield* store.find(robotId))
          return read === null ? null : { ...read, stale: yield* isStale(robotId) }
        }),
        refresh: Effect.fn("Introspections.refresh")(function* (robotId) {
          const graph = yield* questions.graph({ robotId })
          const fetched_at = yield* DateTime.now
          yield* store.putGraph(robotId, graph, fetched_at)
          return { graph, fetched_at, stale: yield* isStale(robotId) }
        }),
        types: Effect.fn("Introspections.types")((robotId) => store.types(robotId)),
        fetchTypes: Effect.fn("Introspections.fetchTypes")(function* (robotId, names) {
          const answer = yield* questions.types({ robotId, names })
          if (answer.types.length > 0) yield* keepTypes(robotId, answer.types, yield* DateTime.now)
          return answer
        })
      })
    })
  )
}
