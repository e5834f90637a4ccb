import type { TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { type FieldPath, parseFieldPath } from "../../ros/FieldPath.ts"

const leads = (fields: ReadonlyArray<TypeField> | null, [name, ...rest]: FieldPath): boolean => {
  const field = fields?.find((candidate) => candidate.name === name)
  if (field === undefined) return false
  const isElement = typeof rest[0] === "number"
  if (isElement && !field.array) return false
  const deeper = isElement ? rest.slice(1) : rest
  return deeper.length === 0 || (field.array === isElement && leads(field.fields, deeper))
}

/** Whether a field path leads somewhere in messages of this type. */
export const leadsToField = (type: Extract<TypeDefinition, { kind: "msg" }>, text: string): boolean => {
  const path = parseFieldPath(text)
  return path !== undefined && leads(type.fields, path)
}
