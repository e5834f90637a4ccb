import type { RosGraph, TypeDefinition, TypeField } from "@fleet/sdk"

/** What is known of the robot: its graph, and the definitions of the types that were read. */
export interface Robot {
  readonly graph: RosGraph | null
  readonly types: ReadonlyMap<string, TypeDefinition>
}

export const noRobot: Robot = { graph: null, types: new Map() }

export type GraphSection = "topics" | "services" | "actions"

/** Which list of the graph a section of the document takes its names from. */
export const graphSectionOf = (section: string | number | undefined): GraphSection =>
  section === "actions" ? "actions" : section === "services" ? "services" : "topics"

/** The types that the robot offers under a name. */
export const typesOffered = (robot: Robot, section: GraphSection, name: string): ReadonlyArray<string> => [
  ...new Set((robot.graph?.[section] ?? []).filter((each) => each.name === name).flatMap(({ types }) => types))
]

export const namesOffered = (robot: Robot, section: GraphSection): ReadonlyArray<string> => [
  ...new Set((robot.graph?.[section] ?? []).map(({ name }) => name))
]

/** The fields that a body of this type has. */
export const bodyFieldsOf = (type: TypeDefinition): ReadonlyArray<TypeField> =>
  type.kind === "msg" ? type.fields : type.kind === "srv" ? type.request : type.goal

/** A type without its bound, as parameters are declared. */
export const plainType = (type: string): string => type.replace(/<=.*$/, "").replace(/\[.*$/, "")

/** Every path to a single value below fields, as `field:` of a datapoint takes them. */
export const fieldPaths = (
  fields: ReadonlyArray<TypeField>,
  most = 300
): ReadonlyArray<{ readonly path: string; readonly type: string }> => {
  const found: Array<{ path: string; type: string }> = []
  const walk = (list: ReadonlyArray<TypeField>, before: string, depth: number) => {
    for (const { array, fields: inner, name, type } of list) {
      if (found.length >= most || depth > 12) return
      const path = `${before}${name}${array ? "[0]" : ""}`
      if (inner === null) found.push({ path, type: plainType(type) })
      else walk(inner, `${path}.`, depth + 1)
    }
  }
  walk(fields, "", 0)
  return found
}

/** The type of the value that keys lead to within a body. */
export const fieldTypeAt = (
  type: TypeDefinition | undefined,
  keys: ReadonlyArray<string | number>
): string | undefined => {
  let fields: ReadonlyArray<TypeField> | null = type === undefined ? null : bodyFieldsOf(type)
  let found: string | undefined
  for (const key of keys) {
    if (typeof key === "number") continue
    const field: TypeField | undefined = fields?.find(({ name }) => name === key)
    if (field === undefined) return undefined
    fields = field.fields
    found = field.fields === null ? plainType(field.type) : undefined
  }
  return found
}
