import { nearest } from "../nearest.ts"
import { fieldPaths, fieldTypeAt, graphSectionOf, namesOffered, typesOffered } from "../ros.ts"
import { schemasAt } from "../schema/schema.ts"
import type { Edit } from "../text/edits.ts"
import { entryOf, textOf, valueOf, type YamlNode } from "../text/nodes.ts"
import { type Place, placeOf } from "../text/place.ts"
import { addEntry, addFirst, removeEntry, scalarText } from "../text/write.ts"
import type { Fix, FixInput } from "./fix.ts"
import { declare, useDeclared } from "./parameters.ts"
import { requiredEntry } from "./required.ts"

const exposures = ["datapoints", "actions", "services", "publishers", "cameras"]

const replaced = (place: Place, text: string): ReadonlyArray<Edit> =>
  place.node === null ? [] : [{ from: place.node.from, to: place.node.to, insert: text }]

const renamedKey = (place: Place, key: string): ReadonlyArray<Edit> =>
  place.entry === null ? [] : [{ from: place.entry.keyFrom, to: place.entry.keyTo, insert: key }]

const named = (act: Fix["act"], subject: string, value: string, edits: ReadonlyArray<Edit>): Fix | undefined =>
  edits.length === 0 ? undefined : { act, subject, value, edits }

const removal = (source: string, place: Place): Fix | undefined => {
  if (place.entry === null || place.holder === null) return undefined
  const edit = removeEntry(source, place.holder, place.entry)
  return edit === null ? undefined : { act: "remove", subject: place.entry.key, value: "", edits: [edit] }
}

const lastKey = (place: Place) => String(place.keys.at(-1) ?? "")

const unknownKey = (source: string, place: Place): Fix | undefined => {
  const taken = new Set(place.holder?.entries.map(({ key }) => key))
  const known = schemasAt(place.keys.slice(0, -1)).flatMap(({ anyOf, properties }) =>
    [properties, ...(anyOf ?? []).map((each) => each.properties)].flatMap((each) => Object.keys(each ?? {}))
  )
  const meant = nearest(
    lastKey(place),
    known.filter((key) => !taken.has(key))
  )
  return meant === undefined ? removal(source, place) : named("rename", lastKey(place), meant, renamedKey(place, meant))
}

/** The value at a bound, where the schema or the parameter has one. */
const withinBounds = (root: YamlNode | null, place: Place, code: string): Fix | undefined => {
  const { keys, node } = place
  if (node?.kind !== "scalar" || typeof node.value !== "number") return undefined
  const schema = schemasAt(keys).find(({ type }) => type === "number" || type === "integer")
  let bound = code === "too_big" ? schema?.maximum : schema?.minimum
  if (keys.at(-1) === "default") {
    const limit = valueOf(root, ...keys.slice(0, -1).map(String), code === "too_big" ? "max_value" : "min_value")
    if (limit?.kind === "scalar" && typeof limit.value === "number") bound = limit.value
  }
  if (bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER) return undefined
  return (code === "too_big" ? node.value > bound : node.value < bound)
    ? named("set", lastKey(place), String(bound), replaced(place, String(bound)))
    : undefined
}

const nearestChoice = (place: Place): Fix | undefined => {
  const text = textOf(place.node)
  const choices = schemasAt(place.keys).flatMap((each) => each.enum ?? [])
  if (choices.length === 1) return named("set", lastKey(place), String(choices[0]), replaced(place, String(choices[0])))
  const meant =
    text === undefined
      ? undefined
      : (nearest(text.toLowerCase(), choices.map(String)) ??
        choices.map(String).find((each) => each === text.toLowerCase()))
  return meant === undefined ? undefined : named("set", lastKey(place), meant, replaced(place, scalarText(meant)))
}

/** A number in quotes, or a text without them. */
const otherType = (source: string, place: Place): Fix | undefined => {
  const { node } = place
  if (node?.kind !== "scalar" || source.slice(node.from, node.to).includes("\n")) return undefined
  const types = schemasAt(place.keys).map(({ type }) => type)
  const written = source.slice(node.from, node.to)
  if (typeof node.value !== "string" && types.includes("string") && node.plain)
    return named("quote", lastKey(place), JSON.stringify(written), replaced(place, JSON.stringify(written)))
  if (typeof node.value !== "string") return undefined
  const isNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(node.value)
  if ((types.includes("number") && isNumber) || (types.includes("integer") && /^-?(?:0|[1-9][0-9]*)$/.test(node.value)))
    return named("unquote", lastKey(place), node.value, replaced(place, node.value))
  if (types.includes("boolean") && /^(?:true|yes|on|false|no|off)$/i.test(node.value)) {
    const value = /^(?:true|yes|on)$/i.test(node.value) ? "true" : "false"
    return named("set", lastKey(place), value, replaced(place, value))
  }
  return undefined
}

/** Another value to resolve at: a fifth beyond where it fires, on the side that its name suggests. */
const resolveAt = ({ root, source }: FixInput, place: Place): Fix | undefined => {
  const condition = place.node
  const resolve = entryOf(condition, "resolve_at")
  const fire = entryOf(condition, "fire_at")?.value
  if (resolve === undefined || condition?.kind !== "map" || root === null) return undefined
  if (fire?.kind !== "scalar" || typeof fire.value !== "number") {
    const edit = removeEntry(source, condition, resolve)
    return edit === null ? undefined : { act: "remove", subject: "resolve_at", value: "", edits: [edit] }
  }
  const high = /high|hot|over|max|above|full|fast|strong/.test(place.keys.slice(-3).join(" "))
  const step = fire.value === 0 ? 1 : Math.abs(fire.value) * 0.2
  const value = String(Number((high ? fire.value - step : fire.value + step).toPrecision(3)))
  if (resolve.value === null || Number(value) === fire.value) return undefined
  return {
    act: "set",
    subject: "resolve_at",
    value,
    edits: [{ from: resolve.value.from, to: resolve.value.to, insert: value }]
  }
}

/** A slug that nothing else has. */
export const freeSlug = (root: YamlNode | null, slug: string): string => {
  const taken = new Set(
    exposures.flatMap((section) => {
      const map = valueOf(root, section)
      return map?.kind === "map" ? map.entries.map(({ key }) => key) : []
    })
  )
  const stem = slug.slice(0, 58)
  for (let count = 2; ; count++) if (!taken.has(`${stem}_${count}`)) return `${stem}_${count}`
}

/** The map with the name and the type that a place belongs to, and the section it stands in. */
const referenceAt = (root: YamlNode | null, place: Place) => {
  const keys = place.keys.slice(0, -1).map(String)
  const holder = place.keys[0] === "recorder" ? place.holder : valueOf(root, ...keys)
  const name = textOf(valueOf(holder, "topic")) ?? textOf(valueOf(holder, "ros_name"))
  return { holder, name, section: graphSectionOf(place.keys[0]), type: textOf(valueOf(holder, "type")) }
}

const byGraph = ({ finding, robot, root }: FixInput, place: Place): Fix | undefined => {
  const key = lastKey(place)
  const { name, section, type } = referenceAt(root, place)
  if (finding.code === "unknown_topic") {
    const written = textOf(place.node)
    if (written === undefined) return undefined
    const ofType = namesOffered(robot, section).filter(
      (each) => type !== undefined && typesOffered(robot, section, each).includes(type)
    )
    const meant = nearest(written, namesOffered(robot, section)) ?? (ofType.length === 1 ? ofType[0] : undefined)
    return meant === undefined ? undefined : named("use", key, meant, replaced(place, scalarText(meant)))
  }
  if (finding.code === "unknown_field_path") {
    const written = textOf(place.node)
    const definition = type === undefined ? undefined : robot.types.get(type)
    if (written === undefined || definition === undefined || definition.kind !== "msg") return undefined
    const paths = fieldPaths(definition.fields).map(({ path }) => path)
    const meant = nearest(written, paths) ?? (paths.length === 1 ? paths[0] : undefined)
    return meant === undefined ? undefined : named("use", key, meant, replaced(place, scalarText(meant)))
  }
  if (key !== "type" || name === undefined) return undefined
  const offered = typesOffered(robot, section, name)
  return offered.length === 1 ? named("use", key, offered[0]!, replaced(place, scalarText(offered[0]!))) : undefined
}

const missingKey = (input: FixInput, place: Place): Fix | undefined => {
  if (place.missing === null || place.holder === null || place.node !== place.holder) return undefined
  const added = requiredEntry(input, place)
  if (added === undefined) return undefined
  const edit =
    place.missing === "platform"
      ? addFirst(input.source, place.holder, place.missing, added.value)
      : addEntry(input.source, place.holder, place.missing, added.value, added.lines)
  return edit === null ? undefined : { act: "insert", subject: place.missing, value: added.value, edits: [edit] }
}

/** The fixes of a finding that are certain, the best first: each is a change of the text that leaves the rest as it was. */
export const fixesOf = (input: FixInput): ReadonlyArray<Fix> => {
  const { finding, root, source } = input
  const place = placeOf(root, finding.path)
  if (finding.code === "missing_key") return [missingKey(input, place)].filter((fix) => fix !== undefined)
  // The text went on meanwhile: the place of the finding is not there any more.
  if (place.missing !== null) return []
  const found = (() => {
    switch (finding.code) {
      case "unknown_key":
        return [unknownKey(source, place)]
      case "explicit_null":
        return [root === null && source.trim() === "" ? starter(source) : removal(source, place)]
      case "constraint_not_allowed_for_type":
      case "requires_single_field":
      case "unused_parameter":
        return [removal(source, place)]
      case "too_big":
      case "too_small":
        return [withinBounds(root, place, finding.code)]
      case "invalid_value":
        return [nearestChoice(place)]
      case "invalid_type":
      case "value_type_mismatch":
        return [otherType(source, place)]
      case "invalid_condition":
        return [resolveAt(input, place)]
      case "duplicate_slug":
      case "reserved_slug": {
        const free = freeSlug(root, lastKey(place))
        return [named("rename", lastKey(place), free, renamedKey(place, free))]
      }
      case "undeclared_parameter":
        return [useDeclared(input, place), declare(input, place, fieldTypeAt)]
      case "unknown_topic":
      case "unknown_field_path":
      case "unknown_type":
      case "type_mismatch":
        return [byGraph(input, place)]
      case "unknown_message": {
        const messages = valueOf(root, "messages")
        const written = /^\$\{(.+)\}$/.exec(textOf(place.node) ?? "")?.[1]
        const meant =
          written === undefined || messages?.kind !== "map"
            ? undefined
            : nearest(
                written,
                messages.entries.map(({ key }) => key)
              )
        return [
          meant === undefined
            ? undefined
            : named("use", "message", `\${${meant}}`, replaced(place, JSON.stringify(`\${${meant}}`)))
        ]
      }
      case "custom":
        return [lastKey(place) === "platform" ? headerFirst(source, place) : undefined]
      default:
        return []
    }
  })()
  return found.filter((fix) => fix !== undefined)
}

const starter = (source: string): Fix => ({
  act: "insert",
  subject: "platform",
  value: "1",
  edits: [{ from: 0, to: source.length, insert: "platform: 1\n" }]
})

/** Moves the line of `platform` to the top of the text. */
const headerFirst = (source: string, place: Place): Fix | undefined => {
  const { entry, holder } = place
  if (entry === null || holder === null || holder.flow || holder.entries[0]?.keyFrom === undefined) return undefined
  const removed = removeEntry(source, holder, entry)
  if (removed === null || removed.from === 0) {
    // It is the first key already: only comments or blank lines stand above it.
    const line = removed ?? {
      from: source.lastIndexOf("\n", entry.keyFrom - 1) + 1,
      to: (entry.value?.to ?? entry.keyTo) + 1
    }
    if (line.from === 0 || holder.entries.length === 1) return undefined
    return {
      act: "insert",
      subject: "platform",
      value: "1",
      edits: [
        { from: 0, to: 0, insert: "platform: 1\n" },
        { ...line, insert: "" }
      ]
    }
  }
  return {
    act: "insert",
    subject: "platform",
    value: "1",
    edits: [{ from: 0, to: 0, insert: "platform: 1\n" }, removed]
  }
}
