import type { TypeField } from "../types.gen.ts"
import { slugOf } from "./Slugs.ts"

const numbers = /^(?:byte|char|u?int(?:8|16|32|64)|float32|float64)$/
const mostParameters = 50
const deepest = 4

interface Parameter {
  readonly type: string
  readonly default?: boolean | number | string
}

/** A body with a placeholder for each value, and the parameters that fill them. */
export interface Goal {
  readonly message?: { readonly [field: string]: unknown }
  readonly parameters?: { readonly [name: string]: Parameter }
}

/** The default of a nested value: zero, or no rotation. */
const zeroOf = (type: string, path: ReadonlyArray<string>): boolean | number | string => {
  if (type === "bool") return false
  if (type === "string" || type === "wstring") return ""
  return path.at(-1) === "w" && path.at(-2) === "orientation" ? 1 : 0
}

const typeOf = (field: TypeField): string | undefined => {
  const type = field.type.replace(/<=\d+$/, "").replace(/^boolean$/, "bool")
  return type === "bool" || type === "string" || type === "wstring" || numbers.test(type) ? type : undefined
}

/** Stamped messages need a frame: most robots have this one. */
const commonFrame = "map"

const isFrame = ({ array, name, type }: TypeField) => name === "frame_id" && type === "string" && !array

/**
 * What a goal or request needs, as parameters: its own values are required, those of messages in it have a default. Lists,
 * times and the stamps of headers keep the type's defaults.
 */
export const goalOf = (fields: ReadonlyArray<TypeField>): Goal => {
  const parameters: Record<string, Parameter> = {}
  let count = 0
  const bodyOf = (level: ReadonlyArray<TypeField>, path: ReadonlyArray<string>): Record<string, unknown> => {
    const body: Record<string, unknown> = {}
    for (const field of level) {
      if (field.array || count >= mostParameters) continue
      const here = [...path, field.name]
      if (field.fields !== null) {
        if (field.type === "std_msgs/msg/Header" && field.fields.some(isFrame)) {
          const name = slugOf([...here, "frame_id"].join("_"), "value")
          if (Object.hasOwn(parameters, name)) continue
          parameters[name] = { type: "string", default: commonFrame }
          body[field.name] = { frame_id: `\${${name}}` }
          count += 1
        }
        if (/^(?:std_msgs|builtin_interfaces)\//.test(field.type) || here.length >= deepest) continue
        const nested = bodyOf(field.fields, here)
        if (Object.keys(nested).length > 0) body[field.name] = nested
        continue
      }
      const type = typeOf(field)
      const name = slugOf(here.join("_"), "value")
      if (type === undefined || Object.hasOwn(parameters, name)) continue
      parameters[name] = path.length === 0 ? { type } : { type, default: zeroOf(type, here) }
      body[field.name] = `\${${name}}`
      count += 1
    }
    return body
  }
  const message = bodyOf(fields, [])
  return count === 0 ? {} : { message, parameters }
}
