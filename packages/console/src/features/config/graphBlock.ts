import type { TypeField } from "@fleet/sdk"
import { bodyFieldsOf, fieldPaths, type GraphSection, plainType, type Robot } from "./ros.ts"
import type { Edit } from "./text/edits.ts"
import { entryOf, type YamlNode } from "./text/nodes.ts"
import { addEntry, scalarText } from "./text/write.ts"

/** Something of the robot's graph that a text may use. */
export interface GraphThing {
  readonly section: GraphSection
  readonly name: string
  readonly type: string
}

const targets: Readonly<Record<GraphSection, string>> = {
  topics: "datapoints",
  services: "services",
  actions: "actions"
}

const exposures = ["datapoints", "actions", "services", "publishers", "cameras"]
const reserved = ["bridge_state", "robot_details", "history"]

/** A slug from any name: lower-case words with single underscores, at least two characters. */
export const slugOf = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
  const slug = words.join("_").slice(0, 55).replace(/_$/, "")
  if (!/^[a-z]/.test(slug)) return `of_${slug === "" ? "robot" : slug}`
  return slug.length < 2 ? `${slug}_value` : slug
}

const freeSlug = (root: YamlNode | null, name: string): string => {
  const taken = new Set(reserved)
  for (const section of exposures) {
    const map = entryOf(root, section)?.value
    if (map?.kind === "map") for (const { key } of map.entries) taken.add(key)
  }
  const slug = slugOf(name)
  for (let count = 1; ; count++) {
    const tried = count === 1 ? slug : `${slug}_${count}`
    if (!taken.has(tried)) return tried
  }
}

const primitive = /^(?:bool|byte|char|u?int(?:8|16|32|64)|float(?:32|64)|w?string)$/

/** The fields of a body that one value fills. */
const plainFields = (fields: ReadonlyArray<TypeField>): ReadonlyArray<TypeField> =>
  fields.filter(({ array, fields: inner, type }) => !array && inner === null && primitive.test(plainType(type)))

const linesOf = ({ name, section, type }: GraphThing, robot: Robot): ReadonlyArray<string> => {
  const definition = robot.types.get(type)
  if (section === "topics") {
    const paths = definition?.kind === "msg" ? fieldPaths(definition.fields, 2) : []
    return [
      `topic: ${scalarText(name)}`,
      `type: ${scalarText(type)}`,
      ...(paths.length === 1 ? [`field: ${paths[0]!.path}`] : [])
    ]
  }
  const fields = plainFields(definition === undefined ? [] : bodyFieldsOf(definition))
  const head = [`ros_name: ${scalarText(name)}`, `type: ${scalarText(type)}`]
  if (fields.length === 0) return head
  return [
    ...head,
    "message:",
    ...fields.map((field) => `  ${scalarText(field.name)}: "\${${slugOf(field.name)}}"`),
    "parameters:",
    ...fields.map((field) => `  ${slugOf(field.name)}: { type: ${plainType(field.type)} }`)
  ]
}

/** Adds a thing of the graph to a text: to its section as that is written, or with a section of its own at the end. Null where the section has no place to add to. */
export const insertThing = (
  source: string,
  root: YamlNode | null,
  thing: GraphThing,
  robot: Robot
): { readonly slug: string; readonly edits: ReadonlyArray<Edit> } | null => {
  const slug = freeSlug(root, thing.name)
  const lines = linesOf(thing, robot)
  const section = targets[thing.section]
  const entry = entryOf(root, section)
  if (entry === undefined || entry.value === null || (entry.value.kind === "map" && entry.value.entries.length === 0)) {
    const block = [`${section}:`, `  ${slug}:`, ...lines.map((line) => `    ${line}`)].join("\n")
    if (entry !== undefined)
      return {
        slug,
        edits: [{ from: entry.keyFrom, to: Math.max(entry.keyTo + 1, entry.value?.to ?? 0), insert: block }]
      }
    const head = source.trim() === "" ? "platform: 1\n" : source.endsWith("\n") ? "" : "\n"
    const from = source.trim() === "" ? 0 : source.length
    return { slug, edits: [{ from, to: source.length, insert: `${head}${block}\n` }] }
  }
  if (entry.value.kind !== "map") return null
  const edit = addEntry(source, entry.value, slug, "", lines)
  return edit === null ? null : { slug, edits: [edit] }
}

/** What the text uses of the graph already. */
export const namesUsed = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/(?:topic|ros_name):\s*["']?(\/[A-Za-z0-9_/]+)/g)].map((match) => match[1]!))
