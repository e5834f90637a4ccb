import type { RosGraph, TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { Effect } from "effect"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { call } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { anOrgWithRobot } from "../world.ts"

export const graph: RosGraph = {
  topics: [{ name: "/battery", types: ["std_msgs/msg/Float32"] }],
  services: [{ name: "/reset", types: ["std_srvs/srv/Trigger"] }],
  actions: [{ name: "/dock", types: ["a/action/Dock"] }],
  captured_at_ms: 1_700_000_000_000
}

export const field = (name: string, fields: ReadonlyArray<TypeField> | null = null): TypeField => ({
  name,
  type: fields === null ? "float32" : "a/msg/Nested",
  array: false,
  fields
})

export const msg = (name: string, ...fields: ReadonlyArray<TypeField>): TypeDefinition => ({
  name,
  kind: "msg",
  fields
})
export const float32 = msg("std_msgs/msg/Float32", field("data"))

/** A field with so many levels of fields, itself among them. */
export const nested = (levels: number): TypeField => field("deep", levels === 1 ? null : [nested(levels - 1)])

export const answerGraph = Effect.fnUntraced(function* (bridge: FakeBridge, answered: RosGraph) {
  const { request_id } = yield* bridge.next("introspect_request")
  bridge.send({ type: "introspect", request_id, graph: answered })
})

export const answerTypes = Effect.fnUntraced(function* (
  bridge: FakeBridge,
  definitions: ReadonlyArray<TypeDefinition>,
  unresolved: ReadonlyArray<string> = []
) {
  const { request_id, type_names } = yield* bridge.next("type_request")
  bridge.send({ type: "type_definitions", request_id, definitions, unresolved })
  return type_names
})

export const aRobot = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const as = world.developer.token
  const { path } = world
  return {
    ...world,
    as,
    introspection: call("GET", `${path}/introspection`, { as }),
    refresh: call("POST", `${path}/introspection/refresh`, { as }),
    types: Effect.map(call("GET", `${path}/types`, { as }), ({ body }) => body.types),
    fetch: (...type_names: ReadonlyArray<unknown>) => call("POST", `${path}/types/fetch`, { as, body: { type_names } }),
    draft: (source: string) => call("PUT", `${path}/config/draft`, { as, body: { source } }),
    publish: call("POST", `${path}/config/publish`, { as })
  }
})

/** A robot with a bridge that has answered what it was asked of its own accord. */
export const anIntrospectedRobot = Effect.gen(function* () {
  const world = yield* aRobot
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* answerGraph(bridge, graph)
  yield* eventually(world.introspection, ({ body }) => body !== null)
  return { ...world, bridge }
})

export const battery = (rest: string) =>
  `platform: 1\ndatapoints:\n  battery: {topic: /battery, type: std_msgs/msg/Float32${rest}}\n`
export const codes = (body: { readonly issues: ReadonlyArray<{ readonly code: string }> }) =>
  body.issues.map(({ code }) => code)
