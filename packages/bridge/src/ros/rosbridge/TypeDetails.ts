import { Schema } from "effect"
import { type Field, placeholderMember, type RosType } from "../RosType.ts"

/** One type as rosapi's `..._details` describe it. `fieldarraylen`: -1 no array, 0 any length, else a fixed length. */
const TypeDef = Schema.Struct({
  type: Schema.String,
  fieldnames: Schema.Array(Schema.String),
  fieldtypes: Schema.Array(Schema.String),
  fieldarraylen: Schema.Array(Schema.Int)
})

/** The answer of `message_details` and its like: the type itself first, then the types inside it. */
export const TypeDetails = Schema.Struct({ typedefs: Schema.Array(TypeDef) })
export type TypeDetails = typeof TypeDetails.Type

/** IDL's words for what ROS calls otherwise. */
const primitives: Readonly<Record<string, string>> = {
  boolean: "bool",
  octet: "uint8",
  byte: "uint8",
  char: "uint8",
  float: "float32",
  double: "float64",
  "long double": "float64",
  short: "int16",
  "unsigned short": "uint16",
  long: "int32",
  "unsigned long": "uint32",
  "long long": "int64",
  "unsigned long long": "uint64",
  "builtin_interfaces/Time": "time",
  "builtin_interfaces/Duration": "duration"
}

const withoutMiddle = (name: string): string => name.replace(/\/(?:msg|srv|action)\//, "/")

const typeOf = (spelled: string): { readonly type: string; readonly upperBound?: number } => {
  const plain = withoutMiddle(spelled)
  const bounded = /^(w?string)<=?(\d+)>?$/.exec(plain)
  if (bounded?.[1] !== undefined) return { type: bounded[1], upperBound: Number(bounded[2]) }
  return { type: primitives[plain] ?? plain }
}

const fieldsOf = ({ fieldarraylen, fieldnames, fieldtypes }: typeof TypeDef.Type): ReadonlyArray<Field> =>
  fieldnames.map((spelled, index) => {
    const { type, upperBound } = typeOf(fieldtypes[index] ?? "")
    const length = fieldarraylen[index] ?? -1
    return {
      name: spelled.replace(/^_/, ""),
      type,
      ...(upperBound === undefined ? {} : { upperBound }),
      ...(type.includes("/") ? { isComplex: true } : {}),
      ...(length >= 0 ? { isArray: true } : {}),
      ...(length > 0 ? { arrayLength: length } : {})
    }
  })

/** The type in the words of definition texts; undefined for a type the robot does not know, which it says by no types. */
export const typeFromDetails = (name: string, { typedefs }: TypeDetails): RosType | undefined => {
  const [root] = typedefs
  if (root === undefined) return undefined
  const own = (fields: ReadonlyArray<Field>) => fields.filter((field) => field.name !== placeholderMember)
  return {
    name,
    fields: own(fieldsOf(root)),
    nested: new Map(typedefs.slice(1).map((each) => [withoutMiddle(each.type), own(fieldsOf(each))]))
  }
}
