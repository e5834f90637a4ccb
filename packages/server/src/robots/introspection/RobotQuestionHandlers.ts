import { BridgeTimeout } from "@fleet/domain/Errors"
import { Effect } from "effect"
import { RobotQuestion } from "../../platform/bus/RobotQuestions.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { boundedTypes } from "./boundedTypes.ts"

/** How long a bridge has for its answer. */
const deadline = "10 seconds"

/** Questions to a robot at the process that holds its bridge. An answer of another kind is none. */
export const RobotQuestionHandlers = RobotQuestion.toLayer(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    return {
      graph: Effect.fnUntraced(function* ({ robotId }) {
        const question = (request_id: string) => ({ type: "introspect_request", request_id }) as const
        const answer = yield* homes.ask(robotId, question, deadline)
        return answer.type === "introspect" ? answer.graph : yield* new BridgeTimeout()
      }),
      types: Effect.fnUntraced(function* ({ names, robotId }) {
        const type_names = [...new Set(names)]
        const question = (request_id: string) => ({ type: "type_request", request_id, type_names }) as const
        const answer = yield* homes.ask(robotId, question, deadline)
        return answer.type === "type_definitions"
          ? boundedTypes(type_names, answer.definitions)
          : yield* new BridgeTimeout()
      })
    }
  })
)
