import { AnyRosType, RosName } from "@fleet/domain/RobotConfig/Grammar"
import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Schema } from "effect"
import type { RosType } from "../RosType.ts"
import { typeFields } from "../TypeDefinitions.ts"
import type { TypeLibrary } from "../TypeLibrary.ts"
import { actionPart } from "./Actions.ts"
import type { Services } from "./Services.ts"
import type { Topics } from "./Topics.ts"

type Named = RosGraph["topics"][number]

/** Every ROS 2 node has these; they say nothing about the robot. */
const parameterServices =
  /\/(?:describe_parameters|get_parameter_types|get_parameters|list_parameters|set_parameters|set_parameters_atomically|get_type_description)$/

const isName = Schema.is(RosName)
const isType = Schema.is(AnyRosType)

/** One entry per name, sorted, with its distinct types. Names and types outside the contract's grammar are left out. */
const gather = (pairs: ReadonlyArray<readonly [name: string, type: string]>): ReadonlyArray<Named> => {
  const byName = new Map<string, Set<string>>()
  for (const [name, type] of pairs) {
    if (!isName(name) || !isType(type)) continue
    byName.set(name, (byName.get(name) ?? new Set()).add(type))
  }
  const entries = Array.from(byName, ([name, types]) => ({ name, types: [...types].sort() }))
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const isHidden = (name: string) => name.includes("/_action/")

/** The graph as introspection shows it: actions instead of their hidden parts, no parameter services. */
export const rosGraph = (topics: Topics, services: Services, nowMs: number): RosGraph => {
  const offered = services.offers().map(({ service }) => [service.name, service.type] as const)
  const goals = offered.filter(([name]) => name.endsWith(actionPart.sendGoal))
  const plain = offered.filter(([name]) => !isHidden(name) && !parameterServices.test(name))
  const channels = topics.channels().map(({ topic, schemaName }) => [topic, schemaName] as const)
  return {
    topics: gather(channels.filter(([name]) => !isHidden(name))),
    services: gather(plain),
    actions: gather(
      goals.map(([name, type]) => [name.slice(0, -actionPart.sendGoal.length), type.replace(/_SendGoal$/, "")])
    ),
    captured_at_ms: nowMs
  }
}

/** The part of an action's type that is its own, without the goal id or status in front. */
const ownPart = (type: RosType) => typeFields(type, type.fields.slice(1))

/** Looks a type up among what the robot advertises; undefined when its definition is not known. */
const describeType = (name: string, services: Services, library: TypeLibrary): TypeDefinition | undefined => {
  if (name.includes("/msg/")) {
    const type = library.message(name)
    return type && { name, kind: "msg", fields: typeFields(type) }
  }
  const offer = (type: string) => services.offers().find(({ service }) => service.type === type)
  if (name.includes("/srv/")) {
    const { request, response } = offer(name) ?? {}
    return request && response && { name, kind: "srv", request: typeFields(request), response: typeFields(response) }
  }
  const goal = offer(`${name}_SendGoal`)?.request
  const result = offer(`${name}_GetResult`)?.response
  const feedback = library.message(`${name}_FeedbackMessage`)
  if (goal === undefined || result === undefined || feedback === undefined) return undefined
  return { name, kind: "action", goal: ownPart(goal), result: ownPart(result), feedback: ownPart(feedback) }
}

/** Definitions by name, and the names that could not be resolved. */
export const describeTypes = (
  names: ReadonlyArray<string>,
  services: Services,
  library: TypeLibrary
): { readonly definitions: ReadonlyArray<TypeDefinition>; readonly unresolved: ReadonlyArray<string> } => {
  const definitions: Array<TypeDefinition> = []
  const unresolved: Array<string> = []
  for (const name of new Set(names)) {
    const definition = isType(name) ? describeType(name, services, library) : undefined
    if (definition === undefined) unresolved.push(name)
    else definitions.push(definition)
  }
  return { definitions, unresolved }
}
