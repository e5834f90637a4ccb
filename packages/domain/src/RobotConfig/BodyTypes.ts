import type { Findings } from "./Findings.ts"
import { type MessageBody, placeholderName } from "./Grammar.ts"
import type { ParameterMap } from "./Parameter.ts"
import { classOf, type TypeClass } from "./ParameterTypes.ts"
import type { Path } from "./Path.ts"
import type { TypeField } from "./RosGraph.ts"
import { primitive } from "./TypeFields.ts"
import { isMap } from "./Walk.ts"

const integer = /^-?\d+$/
const bytes: ReadonlySet<string> = new Set(["uint8", "byte", "char"])

/** Whether a literal can be a value of the class. 64-bit integers beyond ±(2^53−1) are decimal strings. */
const holds = (kind: TypeClass, type: string, value: unknown): boolean => {
  switch (kind) {
    case "boolean":
      return typeof value === "boolean"
    case "string":
      return typeof value === "string"
    case "float":
      return typeof value === "number"
    case "integer":
      return Number.isInteger(value) || (type.endsWith("int64") && typeof value === "string" && integer.test(value))
  }
}

const takes = (kind: TypeClass, given: TypeClass | null): boolean =>
  given === kind || (kind === "float" && given === "integer")

/** What was held against the fields of one type, and those by name: a body may have a hundred thousand maps of one type. */
interface Entered {
  readonly maps: Set<unknown>
  readonly known: ReadonlyMap<string, TypeField>
}

/**
 * Reports where a body cannot be a message of the type: fields it does not have, and values of another kind. The
 * findings of a `shared` body are shown where it is inserted.
 */
export const checkBody = (
  body: MessageBody,
  fields: ReadonlyArray<TypeField>,
  parameters: ParameterMap | undefined,
  path: Path,
  shared: boolean,
  findings: Findings
): void => {
  const pending: Array<readonly [unknown, TypeField, Path, element: boolean]> = []
  // What an alias puts in several places is held against the type of each.
  const entered = new Map<ReadonlyArray<TypeField>, Entered>()

  const enter = (map: Readonly<Record<string, unknown>>, level: ReadonlyArray<TypeField>, at: Path) => {
    const before = entered.get(level) ?? { maps: new Set(), known: new Map(level.map((field) => [field.name, field])) }
    entered.set(level, before)
    const { known, maps } = before
    if (maps.has(map)) return
    maps.add(map)
    for (const [key, value] of Object.entries(map)) {
      const place = shared ? path : at.child(key)
      const field = known.get(key)
      if (field === undefined) findings.add(place, "unknown_field_path", `The type has no field ${key}.`)
      else pending.push([value, field, place, false])
    }
  }

  const mismatch = (at: Path, field: TypeField) =>
    findings.add(at, "type_mismatch", `${field.name} is ${field.array ? "a list of " : ""}${field.type}.`)

  enter(body, fields, path)
  for (let next = pending.pop(); next !== undefined && !findings.full; next = pending.pop()) {
    const [value, field, at, element] = next
    const kind = classOf(primitive(field.type))
    const name = placeholderName(value)
    const parameter = name !== null && Object.hasOwn(parameters ?? {}, name) ? parameters![name] : undefined
    if (name !== null && parameter === undefined) continue
    const isFit = (wanted: TypeClass) =>
      parameter === undefined ? holds(wanted, field.type, value) : takes(wanted, classOf(parameter.type))
    if (field.array && !element) {
      if (Array.isArray(value)) {
        value.forEach((item, index) => pending.push([item, field, shared ? path : at.child(index), true]))
      } else if (!bytes.has(field.type) || !isFit("string")) mismatch(at, field)
    } else if (field.fields !== null) {
      if (!isMap(value)) mismatch(at, field)
      else enter(value, field.fields, at)
    } else if (kind !== null && !isFit(kind)) mismatch(at, field)
  }
}
