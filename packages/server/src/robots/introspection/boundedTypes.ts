import type { TypeDefinitions } from "@fleet/bridge-protocol/BridgeMessages"
import type { FetchTypesResponse } from "@fleet/domain/Introspection"
import type { TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"

/** Levels that the fields of a type may nest. */
const deepest = 32

const depthOf = (fields: ReadonlyArray<TypeField> | null): number =>
  fields === null ? 0 : 1 + fields.reduce((deep, field) => Math.max(deep, depthOf(field.fields)), 0)

const partsOf = (definition: TypeDefinition): ReadonlyArray<ReadonlyArray<TypeField>> => {
  switch (definition.kind) {
    case "msg":
      return [definition.fields]
    case "srv":
      return [definition.request, definition.response]
    case "action":
      return [definition.goal, definition.result, definition.feedback]
  }
}

/** Whether a definition is of the kind that its name says, and no deeper than a type may be. */
const isFit = (definition: TypeDefinition): boolean =>
  definition.name.split("/")[1] === definition.kind && partsOf(definition).every((part) => depthOf(part) <= deepest)

/** What a bridge answered of the names it was asked for: each name once, as a definition or as unresolved, in their order. */
export const boundedTypes = (
  names: ReadonlyArray<string>,
  definitions: ReadonlyArray<TypeDefinition>
): FetchTypesResponse => {
  const fit = new Map(definitions.filter(isFit).map((definition) => [definition.name as string, definition]))
  return {
    types: names.flatMap((name) => fit.get(name) ?? []),
    unresolved: names.filter((name) => !fit.has(name))
  }
}

/** Names that an answer has neither a definition of nor calls unresolved: they did not fit into its frame. */
export const leftOut = (
  names: ReadonlyArray<string>,
  { definitions, unresolved }: Pick<typeof TypeDefinitions.Type, "definitions" | "unresolved">
): ReadonlyArray<string> => {
  const answered = new Set<string>([...definitions.map(({ name }) => name), ...unresolved])
  return names.filter((name) => !answered.has(name))
}
