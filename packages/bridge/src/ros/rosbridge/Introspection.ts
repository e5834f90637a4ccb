import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Clock, Effect } from "effect"
import type { GatewayOffline } from "../GatewayErrors.ts"
import { offline } from "../GatewayErrors.ts"
import { gather, isHidden, isType, parameterServices } from "../GraphNames.ts"
import { typeFields } from "../TypeDefinitions.ts"
import type { ServiceError } from "./Calls.ts"
import type { Rosapi } from "./Rosapi.ts"
import type { Servers } from "./Servers.ts"
import type { Services } from "./Services.ts"
import type { Topics } from "./Topics.ts"
import type { TypeLookup } from "./TypeLookup.ts"

/** Actions and services whose types are asked for in one look at the graph. */
const maxAsked = 500

const isOwn = (service: string) => service.startsWith("/rosapi/") || service.startsWith("/rosbridge_websocket/")

export const makeIntrospection = (
  rosapi: Rosapi,
  topics: Topics,
  services: Services,
  servers: Servers,
  types: TypeLookup
) => {
  const actionTypes = new Map<string, string>()

  /** An action's type: the robot's word where rosapi has it, else the one it is used with here, else none. */
  const typesOf = (action: string): Effect.Effect<ReadonlyArray<string>, ServiceError> =>
    Effect.suspend(() => {
      const known = actionTypes.get(action)
      if (known !== undefined) return Effect.succeed([known])
      return rosapi.actionType(action).pipe(
        Effect.map((type) => {
          if (type === "") return servers.typesOf(action)
          if (actionTypes.size < maxAsked) actionTypes.set(action, type)
          return [type]
        }),
        Effect.catchTag(["NotAdvertised", "ServiceFailed"], () => Effect.sync(() => servers.typesOf(action)))
      )
    })

  const graph: Effect.Effect<RosGraph, GatewayOffline> = Effect.gen(function* () {
    const names = (yield* rosapi.services).filter(
      (name) => !isHidden(name) && !isOwn(name) && !parameterServices.test(name)
    )
    const offered = yield* Effect.forEach(names.slice(0, maxAsked), (name) =>
      Effect.map(services.typeOf(name), (type) => [name, type] as const)
    )
    const actions = yield* Effect.forEach(Array.from(servers.listed()).slice(0, maxAsked), (action) =>
      Effect.map(typesOf(action), (found) => found.map((type) => [action, type] as const))
    )
    return {
      topics: gather(topics.offers().filter(([name]) => !isHidden(name))),
      services: gather(offered),
      actions: gather(actions.flat()),
      captured_at_ms: yield* Clock.currentTimeMillis
    }
  }).pipe(Effect.mapError((error) => (error._tag === "GatewayOffline" ? error : offline)))

  const describe = Effect.fnUntraced(function* (
    name: string
  ): Effect.fn.Return<TypeDefinition | undefined, GatewayOffline> {
    if (!isType(name)) return undefined
    if (name.includes("/msg/")) {
      const type = yield* types.message(name)
      return type && { name, kind: "msg", fields: typeFields(type) }
    }
    if (name.includes("/srv/")) {
      const request = yield* types.details("service_request", name)
      const response = yield* types.details("service_response", name)
      return request && response && { name, kind: "srv", request: typeFields(request), response: typeFields(response) }
    }
    const goal = yield* types.details("action_goal", name)
    const result = yield* types.details("action_result", name)
    const feedback = yield* types.details("action_feedback", name)
    if (goal === undefined || result === undefined || feedback === undefined) return undefined
    return { name, kind: "action", goal: typeFields(goal), result: typeFields(result), feedback: typeFields(feedback) }
  })

  return {
    graph,
    /** Definitions by name, and the names that could not be resolved. */
    describeTypes: Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
      const definitions: Array<TypeDefinition> = []
      const unresolved: Array<string> = []
      for (const name of new Set(names)) {
        const definition = yield* Effect.orElseSucceed(describe(name), () => undefined)
        if (definition === undefined) unresolved.push(name)
        else definitions.push(definition)
      }
      return { definitions, unresolved }
    }),
    onClose: Effect.sync(() => actionTypes.clear()),
    /** Actions whose types are remembered. */
    size: () => actionTypes.size
  }
}
