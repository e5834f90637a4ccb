import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { actionPart } from "../ActionParts.ts"
import { gather, isHidden, isType, parameterServices } from "../GraphNames.ts"
import type { RosType } from "../RosType.ts"
import { typeFields } from "../TypeDefinitions.ts"
import type { TypeLibrary } from "../TypeLibrary.ts"
import type { Services } from "./Services.ts"
import type { Topics } from "./Topics.ts"

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
