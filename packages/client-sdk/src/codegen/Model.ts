import { createHash } from "node:crypto"
import type { TypeDefinition } from "../types.gen.ts"
import { type Document, type Parameter, type Section, sections } from "./Document.ts"
import { fieldAt, RosTypes, valueWrittenOut, writtenOut } from "./RosTypes.ts"

/** One exposure of a robot, as TypeScript and as what it is compared by. */
export interface Entry {
  readonly section: Section
  readonly slug: string
  /** Lines of the doc comment. */
  readonly docs: ReadonlyArray<string>
  /** The type beside the slug. */
  readonly type: string
  /** What its type amounts to, with every name written out; null where a ROS type is not known. */
  readonly signature: string | null
  /** What it is at the robot: the same for a slug that was only renamed. */
  readonly source: string
}

export interface Model {
  readonly entries: ReadonlyArray<Entry>
  readonly interfaces: ReadonlyArray<string>
  /** ROS types without a definition; values of them are `unknown`. */
  readonly unknownTypes: ReadonlyArray<string>
}

/** The first 12 hexadecimal digits of the SHA-256 of a text. */
export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12)

const parameterType = ({ enum: listed, type }: Parameter): string => {
  if (listed !== undefined) return listed.map((value) => JSON.stringify(value)).join(" | ")
  if (type === "bool") return "boolean"
  return type === "string" || type === "wstring" ? "string" : "number"
}

const rangeOf = ({ max_value: max, min_value: min }: Parameter): string => {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  if (min !== undefined) return `at least ${min}`
  return max === undefined ? "" : `at most ${max}`
}

/** A text from a document cannot end the comment that it stands in. */
export const inComment = (text: string): string => text.replaceAll("*/", "*\u200b/").replaceAll(/\s+/g, " ").trim()

const parameterDocs = (parameter: Parameter): string =>
  [
    parameter.description,
    [parameter.type, rangeOf(parameter)].filter((part) => part !== "").join(", "),
    parameter.regex === undefined ? undefined : `matches ${parameter.regex}`,
    parameter.default === undefined ? undefined : `default ${JSON.stringify(parameter.default)}`
  ]
    .filter((part) => part !== undefined)
    .map(inComment)
    .join("; ")

type Parameters = { readonly [name: string]: Parameter } | undefined

const paramsType = (parameters: Parameters): string => {
  const entries = Object.entries(parameters ?? {})
  if (entries.length === 0) return "NoParams"
  const lines = entries.map(
    ([name, parameter]) =>
      `/** ${parameterDocs(parameter)} */\nreadonly ${name}${parameter.default === undefined ? "" : "?"}: ${parameterType(parameter)}\n`
  )
  return `{\n${lines.join("")}}`
}

/** Ranges count: a call that was in range may no longer be. Descriptions and order do not. */
const paramsSignature = (parameters: Parameters): string =>
  JSON.stringify(
    Object.entries(parameters ?? {})
      .map(([name, { default: fallback, enum: listed, max_value: max, min_value: min, regex, type }]) => [
        name,
        type,
        fallback === undefined,
        min ?? null,
        max ?? null,
        listed ?? null,
        regex ?? null
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  )

const described = (...lines: ReadonlyArray<string | undefined>) =>
  lines.filter((line): line is string => line !== undefined && line !== "").map(inComment)

/** What a document and the type definitions that are known make of each slug. */
export const modelOf = (doc: Document, definitions: ReadonlyArray<TypeDefinition>): Model => {
  const types = new RosTypes(definitions)
  const unknownTypes = new Set<string>()
  const entries: Array<Entry> = []

  const defined = <Kind extends TypeDefinition["kind"]>(name: string, kind: Kind) => {
    const found = types.definition(name)
    if (found?.kind === kind) return found as Extract<TypeDefinition, { kind: Kind }>
    unknownTypes.add(name)
    return undefined
  }

  for (const [slug, datapoint] of Object.entries(doc.datapoints ?? {})) {
    const { description, field: path, numeric, rate_throttle_hz: rate, topic, type } = datapoint
    const definition = defined(type, "msg")
    const field = path === undefined || definition === undefined ? undefined : fieldAt(definition.fields, path)
    let value = "unknown"
    let signature: string | null = null
    if (definition !== undefined && path === undefined) {
      value = types.message(type, definition.fields)
      signature = writtenOut(definition.fields)
    } else if (field !== undefined) {
      value = types.value(field)
      signature = valueWrittenOut(field)
    }
    const unit = numeric?.unit
    entries.push({
      section: "datapoints",
      slug,
      docs: described(
        description,
        unit === undefined ? undefined : `Unit: ${unit}.`,
        rate === undefined ? undefined : `At most ${rate} a second.`,
        `${topic}${path === undefined ? "" : ` ${path}`} (${type})`
      ),
      type: value,
      signature: signature && JSON.stringify([signature, unit ?? null, numeric?.scale ?? 1, numeric?.offset ?? 0]),
      source: JSON.stringify([topic, type, path ?? null])
    })
  }

  for (const [slug, { description, parameters, ros_name: name, type }] of Object.entries(doc.actions ?? {})) {
    const definition = defined(type, "action")
    const params = paramsType(parameters)
    const result = definition === undefined ? "unknown" : types.message(`${type}/result`, definition.result)
    const feedback = definition === undefined ? "unknown" : types.message(`${type}/feedback`, definition.feedback)
    entries.push({
      section: "actions",
      slug,
      docs: described(description, `${name} (${type})`),
      type: `{\nreadonly params: ${params}\nreadonly result: ${result}\nreadonly feedback: ${feedback}\n}`,
      signature:
        definition === undefined
          ? null
          : paramsSignature(parameters) + writtenOut(definition.result) + writtenOut(definition.feedback),
      source: JSON.stringify([name, type])
    })
  }

  for (const [slug, { description, parameters, ros_name: name, type }] of Object.entries(doc.services ?? {})) {
    const definition = defined(type, "srv")
    const result = definition === undefined ? "unknown" : types.message(`${type}/response`, definition.response)
    entries.push({
      section: "services",
      slug,
      docs: described(description, `${name} (${type})`),
      type: `{\nreadonly params: ${paramsType(parameters)}\nreadonly result: ${result}\n}`,
      signature: definition === undefined ? null : paramsSignature(parameters) + writtenOut(definition.response),
      source: JSON.stringify([name, type])
    })
  }

  for (const [slug, { description, parameters, topic, type }] of Object.entries(doc.publishers ?? {})) {
    entries.push({
      section: "publishers",
      slug,
      docs: described(description, `${topic} (${type})`),
      type: paramsType(parameters),
      signature: paramsSignature(parameters),
      source: JSON.stringify([topic, type])
    })
  }

  for (const [slug, { description, fps, height, source, width }] of Object.entries(doc.cameras ?? {})) {
    entries.push({
      section: "cameras",
      slug,
      docs: described(description, `At most ${width} by ${height} pixels, ${fps} pictures a second.`),
      type: `{ readonly width: ${width}; readonly height: ${height}; readonly fps: ${fps} }`,
      signature: JSON.stringify([width, height, fps]),
      source: JSON.stringify(source.topic ?? source.url ?? source.device ?? null)
    })
  }

  const order = ({ section, slug }: Entry) => `${sections.indexOf(section)} ${slug}`
  return {
    entries: entries.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    interfaces: types.interfaces(),
    unknownTypes: [...unknownTypes].toSorted()
  }
}
