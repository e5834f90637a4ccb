import { BridgeTimeout, RobotFailure } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Effect, Option } from "effect"
import { RobotQuestion } from "./IntrospectionRpc.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { boundedTypes, leftOut } from "./boundedTypes.ts"

/** How long a bridge has for its answer, or for the parts of one, in milliseconds. */
const deadlineMs = 10_000

/** Questions to a robot at the process that holds its bridge. An answer of another kind is ignored. */
export const RobotQuestionHandlers = RobotQuestion.toLayer(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const define = Effect.fnUntraced(function* (robotId: RobotId, type_names: ReadonlyArray<string>, withinMs: number) {
      const question = (request_id: string) => ({ type: "type_request", request_id, type_names }) as const
      const answer = yield* homes.ask(robotId, question, withinMs)
      return answer.type === "type_definitions" ? answer : yield* new BridgeTimeout()
    })
    return {
      graph: Effect.fnUntraced(function* ({ robotId }) {
        const question = (request_id: string) => ({ type: "introspect_request", request_id }) as const
        const answer = yield* homes.ask(robotId, question, deadlineMs)
        if (answer.type !== "introspect") return yield* new BridgeTimeout()
        const { error, graph } = answer
        if (graph !== null) return graph
        return yield* new RobotFailure(error ?? { code: "internal_error", message: "The robot gave no graph." })
      }),
      types: Effect.fnUntraced(function* ({ names, robotId }) {
        const asked = [...new Set(names)]
        const byMs = (yield* Clock.currentTimeMillis) + deadlineMs
        const first = yield* define(robotId, asked, deadlineMs)
        const definitions = [...first.definitions]
        for (let left = leftOut(asked, first); left.length > 0;) {
          const more = yield* Effect.option(define(robotId, left, byMs - (yield* Clock.currentTimeMillis)))
          if (Option.isNone(more)) break
          definitions.push(...more.value.definitions)
          const rest = leftOut(left, more.value)
          if (rest.length === left.length) break
          left = rest
        }
        return boundedTypes(asked, definitions)
      })
    }
  })
)
