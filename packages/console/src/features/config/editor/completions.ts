import { bodyFieldsOf, fieldPaths, graphSectionOf, namesOffered, type Robot, typesOffered } from "../ros.ts"
import { discriminatorOf, patternOf, resolved, type Schema, schemasAt } from "../schema/schema.ts"
import type { Context } from "../text/context.ts"
import { scalarText } from "../text/write.ts"

/** Something that may be written at the cursor. */
export interface Suggestion {
  readonly text: string
  /** What is inserted, where that is more than the text. */
  readonly insert: string
  /** Its type, its kind or where it comes from. */
  readonly detail: string
  /** The place of the grammar that it is, for its description. */
  readonly pattern: string | null
  readonly from: "grammar" | "robot" | "document"
}

/** What the document says elsewhere, as far as it can be read. */
export interface Surroundings {
  /** The keys that the map at these keys has. */
  readonly siblings: (keys: ReadonlyArray<string | number>) => ReadonlyArray<string>
  readonly text: (keys: ReadonlyArray<string | number>) => string | undefined
}

const typeText = (schema: Schema): string => {
  const { anyOf, enum: choices, type } = resolved(schema)
  if (choices !== undefined) return choices.join(" | ")
  if (anyOf !== undefined) return [...new Set(anyOf.map((each) => typeText(each)))].join(" | ")
  return type === "object" ? "map" : type === "array" ? "list" : (type ?? "")
}

/** Opens what a key holds: a map or a list begins on the next line, a value beside the key. */
const opening = (key: string, schema: Schema, flow: boolean): string => {
  const { anyOf, type } = resolved(schema)
  const holds = type ?? (anyOf?.every((each) => resolved(each).type === "object") === true ? "object" : undefined)
  if (holds === "object") return flow ? `${key}: { ` : `${key}:\n`
  if (holds === "array") return flow ? `${key}: [` : `${key}:\n`
  return `${key}: `
}

const keysOf = (schema: Schema): ReadonlyArray<readonly [string, Schema]> => {
  const { anyOf, properties } = resolved(schema)
  return [...Object.entries(properties ?? {}), ...(anyOf ?? []).flatMap(keysOf)]
}

const messageFields = (
  keys: ReadonlyArray<string | number>,
  robot: Robot,
  around: Surroundings
): ReadonlyArray<Suggestion> => {
  const body = keys.indexOf("message")
  if (body < 0) return []
  const type = around.text([...keys.slice(0, 2), "type"])
  const definition = type === undefined ? undefined : robot.types.get(type)
  let fields = definition === undefined ? [] : bodyFieldsOf(definition)
  for (const key of keys.slice(body + 1)) fields = fields.find(({ name }) => name === key)?.fields ?? []
  return fields.map(({ array, fields: inner, name, type: own }) => ({
    text: name,
    insert: `${name}: `,
    detail: `${own}${array ? "[]" : ""}${inner === null ? "" : " …"}`,
    pattern: null,
    from: "robot"
  }))
}

const keySuggestions = (context: Context, robot: Robot, around: Surroundings): ReadonlyArray<Suggestion> => {
  const taken = new Set(around.siblings(context.keys))
  const found = new Map<string, Suggestion>()
  const kind = around.text([...context.keys, "kind"])
  for (const each of messageFields(context.keys, robot, around)) found.set(each.text, each)
  for (const schema of schemasAt(context.keys)) {
    const key = discriminatorOf(schema)
    const members =
      key === undefined || kind === undefined
        ? [schema]
        : (schema.anyOf ?? []).filter((each) => resolved(each).properties?.[key]?.enum?.[0] === kind)
    for (const [name, child] of members.flatMap(keysOf))
      found.set(name, {
        text: name,
        insert: opening(name, child, context.flow),
        detail: typeText(child),
        pattern: patternOf([...context.keys, name]),
        from: "grammar"
      })
  }
  return [...found.values()].filter(({ text }) => text === context.word || !taken.has(text))
}

const fromRobot = (key: string, context: Context, robot: Robot, around: Surroundings): ReadonlyArray<Suggestion> => {
  const section = graphSectionOf(context.keys[0])
  const offer = (text: string, detail: string): Suggestion => ({
    text,
    insert: scalarText(text),
    detail,
    pattern: null,
    from: "robot"
  })
  if (key === "topic" || key === "ros_name")
    return namesOffered(robot, section).map((name) => offer(name, typesOffered(robot, section, name).join(", ")))
  const name = around.text([...context.keys, "topic"]) ?? around.text([...context.keys, "ros_name"])
  if (key === "type" && context.keys.at(-2) !== "parameters") {
    const types = name === undefined ? [] : typesOffered(robot, section, name)
    const all = types.length > 0 ? types : [...new Set((robot.graph?.[section] ?? []).flatMap((each) => each.types))]
    return all.map((type) => offer(type, name ?? ""))
  }
  if (key === "field") {
    const type = around.text([...context.keys, "type"])
    const definition = type === undefined ? undefined : robot.types.get(type)
    return definition?.kind === "msg" ? fieldPaths(definition.fields).map((each) => offer(each.path, each.type)) : []
  }
  return []
}

const valueSuggestions = (context: Context, robot: Robot, around: Surroundings): ReadonlyArray<Suggestion> => {
  const keys = context.key === null ? context.keys : [...context.keys, context.key]
  const grammar = schemasAt(keys).flatMap((schema): ReadonlyArray<string> => {
    if (schema.enum !== undefined) return schema.enum.map(String)
    return schema.type === "boolean" ? ["true", "false"] : []
  })
  const body = keys.indexOf("message")
  const parameters = body < 0 ? [] : around.siblings([...keys.slice(0, body), "parameters"])
  return [
    ...(context.key === null ? [] : fromRobot(context.key, context, robot, around)),
    ...parameters.map((name): Suggestion => ({
      text: `\${${name}}`,
      insert: `"\${${name}}"`,
      detail: "",
      pattern: null,
      from: "document"
    })),
    ...[...new Set(grammar)].map((text): Suggestion => ({
      text,
      insert: text,
      detail: "",
      pattern: patternOf(keys),
      from: "grammar"
    }))
  ]
}

/** Everything that may stand at the cursor: keys and values of the grammar, names and types of the robot, parameters of the command. */
export const suggestionsAt = (context: Context, robot: Robot, around: Surroundings): ReadonlyArray<Suggestion> =>
  context.part === "key" ? keySuggestions(context, robot, around) : valueSuggestions(context, robot, around)
