import { AnyRosType, RosName } from "@fleet/domain/RobotConfig/Grammar"
import type { RosGraph } from "@fleet/domain/RobotConfig/RosGraph"
import { Schema } from "effect"

type Named = RosGraph["topics"][number]

/** Every ROS 2 node has these; they say nothing about the robot. */
export const parameterServices =
  /\/(?:describe_parameters|get_parameter_types|get_parameters|list_parameters|set_parameters|set_parameters_atomically|get_type_description)$/

const isName = Schema.is(RosName)
export const isType = Schema.is(AnyRosType)

/** One entry per name, sorted, with its distinct types. Names and types outside the contract's grammar are left out. */
export const gather = (pairs: ReadonlyArray<readonly [name: string, type: string]>): ReadonlyArray<Named> => {
  const byName = new Map<string, Set<string>>()
  for (const [name, type] of pairs) {
    if (!isName(name) || !isType(type)) continue
    byName.set(name, (byName.get(name) ?? new Set()).add(type))
  }
  const entries = Array.from(byName, ([name, types]) => ({ name, types: [...types].sort() }))
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether a name is a hidden part of an action. */
export const isHidden = (name: string) => name.includes("/_action/")
