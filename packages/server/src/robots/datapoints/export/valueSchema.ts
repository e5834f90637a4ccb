import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import { classOf } from "@fleet/domain/RobotConfig/ParameterTypes"
import type { TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { fieldsOf, resolveField } from "@fleet/domain/RobotConfig/TypeFields"
import { type JsonSchema, schemaOfField, schemaOfFields } from "./jsonSchemaOf.ts"

/**
 * What the values of a datapoint look like. Null for anything: where the type is not known, or a part of the value is asked
 * for, which need not be there.
 */
export const valueSchema = (
  { field, numeric }: Datapoint,
  definition: TypeDefinition | undefined,
  part: string | undefined
): JsonSchema | null => {
  if (part !== undefined) return null
  if (numeric !== undefined) return { type: "number" }
  if (definition === undefined) return null
  if (field === undefined) return schemaOfFields(fieldsOf(definition))
  const found = resolveField(fieldsOf(definition), field, (type) => classOf(type) !== null)
  if (found.kind !== "found") return null
  return schemaOfField({ ...found.field, array: found.list })
}
