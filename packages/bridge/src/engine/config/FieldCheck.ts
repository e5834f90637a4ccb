import type { TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { parseFieldPath } from "../../ros/FieldPath.ts"

/** Whether a field path leads somewhere in messages of this type. */
export const leadsToField = (type: Extract<TypeDefinition, { kind: "msg" }>, text: string): boolean => {
  const path = parseFieldPath(text)
  if (path === undefined) return false
  let fields: ReadonlyArray<TypeField> | null = type.fields
  let here: { readonly field: TypeField; readonly isList: boolean } | undefined
  for (const step of path) {
    if (typeof step === "number") {
      if (here?.isList !== true) return false
      here = { ...here, isList: false }
      continue
    }
    if (here !== undefined) fields = here.isList ? null : here.field.fields
    const field: TypeField | undefined = fields?.find(({ name }) => name === step)
    if (field === undefined) return false
    here = { field, isList: field.array }
  }
  return here !== undefined
}
