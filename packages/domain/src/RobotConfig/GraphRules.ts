import { checkBody } from "./BodyTypes.ts"
import type { Datapoint } from "./Datapoint.ts"
import type { RobotConfigDocument } from "./Document.ts"
import { type Exposure, exposureSections, exposuresOf } from "./Exposures.ts"
import type { Findings } from "./Findings.ts"
import { placeholderName } from "./Grammar.ts"
import { classOf, isNumeric } from "./ParameterTypes.ts"
import { Path } from "./Path.ts"
import type { RosGraph, TypeDefinition } from "./RosGraph.ts"
import { fieldsOf, primitive, resolveField } from "./TypeFields.ts"
import { bodyOf } from "./Template.ts"

/** What is known of the robot: the last introspection, and the definitions of the types it named. */
export interface Introspected {
  readonly graph: RosGraph
  readonly types: ReadonlyMap<string, TypeDefinition>
}

/** A robot may name any number of types: a message has the first of them. */
const listed = (types: ReadonlyArray<string>) => (types.length > 5 ? [...types.slice(0, 5), "…"] : types).join(", ")

type Offers = ReadonlyMap<string, ReadonlyArray<string>>

/** A bridge may name a topic once for each of its types. */
const offersOf = (entries: RosGraph["topics"]): Offers => {
  const offers = new Map<string, Array<string>>()
  for (const { name, types } of entries) {
    const known = offers.get(name)
    if (known === undefined) offers.set(name, [...types])
    else for (const type of types) known.push(type)
  }
  return offers
}

/** A ROS name and type that a document refers to. `path` is of the map with both, the name's key in it is `key`. */
interface Reference {
  readonly kind: "topics" | "services" | "actions"
  readonly path: Path
  readonly key: "topic" | "ros_name"
  readonly name: string
  readonly type: string
}

/** What an exposure refers to; null for a camera that is not in the graph. */
const referenceOf = (exposure: Exposure): Reference | null => {
  const path = Path.root.at(exposureSections[exposure.kind], exposure.slug)
  switch (exposure.kind) {
    case "datapoint":
    case "publisher":
      return { kind: "topics", path, key: "topic", name: exposure.config.topic, type: exposure.config.type }
    case "action":
    case "service": {
      const { ros_name: name, type } = exposure.config
      return { kind: exposure.kind === "action" ? "actions" : "services", path, key: "ros_name", name, type }
    }
    case "camera": {
      const { source } = exposure.config
      if (source.kind !== "ros") return null
      return {
        kind: "topics",
        path: path.child("source"),
        key: "topic",
        name: source.topic,
        type: source.type
      }
    }
  }
}

/** What the recorder refers to. */
const recordedIn = ({ recorder }: RobotConfigDocument): ReadonlyArray<Reference> =>
  (recorder?.topics ?? []).map(({ topic: name, type }, index) => ({
    kind: "topics",
    path: Path.root.at("recorder", "topics", index),
    key: "topic",
    name,
    type
  }))

/** The ROS types that a document names, each once. */
export const namedTypes = (doc: RobotConfigDocument): ReadonlyArray<string> => [
  ...new Set([
    ...exposuresOf(doc).flatMap((exposure) => referenceOf(exposure)?.type ?? []),
    ...recordedIn(doc).map(({ type }) => type)
  ])
]

const checkAlerts = (datapoint: Datapoint, type: string, numeric: boolean, path: Path, findings: Findings): void => {
  for (const [slug, { condition }] of Object.entries(datapoint.alerts ?? {})) {
    const at = path.at("alerts", slug, "condition", "fire_at")
    if (typeof condition.fire_at === "number") {
      if (!numeric) findings.add(at, "requires_numeric_field", `A number cannot be compared with ${type}.`)
    } else if (classOf(type) !== typeof condition.fire_at) {
      findings.add(at, "type_mismatch", `A ${typeof condition.fire_at} cannot be compared with ${type}.`)
    }
  }
}

const checkField = (datapoint: Datapoint, definition: TypeDefinition, path: Path, findings: Findings): void => {
  if (datapoint.field === undefined) return
  const found = resolveField(fieldsOf(definition), datapoint.field, (type) => classOf(type) !== null)
  if (found.kind === "missing") return findings.add(path.child("field"), "unknown_field_path", found.reason)
  if (found.kind === "opaque") return
  const { field, list } = found
  const type = list ? `a list of ${field.type}` : primitive(field.type)
  const numeric = !list && isNumeric(type)
  for (const key of ["numeric", "chart"] as const) {
    if (datapoint[key] === undefined || numeric) continue
    findings.add(path.child(key), "requires_numeric_field", `${datapoint.field} is ${type}, not a number.`)
  }
  checkAlerts(datapoint, type, numeric, path, findings)
}

/** What sends messages to the robot. */
type Sender = Extract<Exposure, { readonly kind: "action" | "service" | "publisher" }>

const checkBodies = (
  doc: RobotConfigDocument,
  exposure: Sender,
  definition: TypeDefinition,
  findings: Findings
): void => {
  const path = Path.root.at(exposureSections[exposure.kind], exposure.slug)
  const { message, parameters } = exposure.config
  const check = (written: typeof message, at: Path, declared: typeof parameters) => {
    const body = written === undefined ? undefined : bodyOf(doc, written)
    if (body === undefined) return
    checkBody(body, fieldsOf(definition), declared, at, placeholderName(written) !== null, findings)
  }
  check(message, path.child("message"), parameters)
  if (exposure.kind === "publisher") {
    check(exposure.config.failsafe.message, path.at("failsafe", "message"), undefined)
  }
}

/**
 * Holds the document against the robot. A type is unknown when the robot neither offers it anywhere nor has defined
 * it; fields and bodies are read only against definitions that are known.
 */
export const checkGraph = (doc: RobotConfigDocument, { graph, types }: Introspected, findings: Findings): void => {
  const offers = {
    topics: offersOf(graph.topics),
    services: offersOf(graph.services),
    actions: offersOf(graph.actions)
  }
  const offered = new Set(Object.values(offers).flatMap((section) => [...section.values()].flat()))
  /** The definition of the type, where it is known. */
  const check = ({ key, kind, name, path, type }: Reference): TypeDefinition | undefined => {
    const present = offers[kind].get(name)
    if (present === undefined) {
      findings.add(path.child(key), "unknown_topic", `${name} is not among the robot's ${kind}.`, { warning: true })
    } else if (!present.includes(type)) {
      findings.add(path.child("type"), "type_mismatch", `${name} has the type ${listed(present)}.`)
    }
    const definition = types.get(type)
    if (definition === undefined && !offered.has(type)) {
      // What is not there yet may bring its type along.
      const options = present === undefined ? { warning: true as const } : undefined
      findings.add(path.child("type"), "unknown_type", `The robot does not know ${type}.`, options)
    }
    return definition
  }
  for (const exposure of exposuresOf(doc)) {
    const reference = referenceOf(exposure)
    if (reference === null) continue
    const definition = check(reference)
    if (definition === undefined) continue
    if (exposure.kind === "datapoint") checkField(exposure.config, definition, reference.path, findings)
    else if (exposure.kind !== "camera") checkBodies(doc, exposure, definition, findings)
  }
  for (const recorded of recordedIn(doc)) check(recorded)
}
