import { type JsonSchema, mapRefs } from "./JsonSchema.ts"

const prefix = "#/components/schemas/"

/** The identifier that a component was numbered from: `team-invite` for `team-invite_1`. */
const identifierOf = (name: string): string => name.replace(/_\d+$/, "")

const inOrder = (node: unknown): unknown =>
  Array.isArray(node)
    ? node.map(inOrder)
    : typeof node === "object" && node !== null
      ? Object.fromEntries(
          Object.entries(node)
            .sort(([left], [right]) => (left < right ? -1 : 1))
            .map(([key, value]) => [key, inOrder(value)])
        )
      : node

/** What a component says, whatever it and those it refers to were numbered. */
const saying = (schema: JsonSchema | undefined): string => JSON.stringify(inOrder(mapRefs(schema, identifierOf)))

/** The components that bodies of forms refer to. */
const ofForms = (paths: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (node: unknown, inForm: boolean): void => {
    if (typeof node !== "object" || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (inForm && key === "$ref") found.add(String(value).slice(prefix.length))
      else visit(value, inForm || key === "application/x-www-form-urlencoded")
    }
  }
  visit(paths, false)
  return found
}

interface Components {
  readonly paths: unknown
  readonly components: { readonly schemas: { readonly [name: string]: JsonSchema } }
}

/**
 * Effect numbers schemas of one identifier that reach it as different objects. Those that say the same become one again;
 * a form that writes its body otherwise than JSON does gets a name that says so. Anything else is a mistake of the
 * schemas, which need identifiers of their own.
 */
export const withoutNumbers = <Document extends Components>(document: Document): Document => {
  const { schemas } = document.components
  const forms = ofForms(document.paths)
  const nameOf = (name: string): string => {
    const identifier = identifierOf(name)
    if (identifier === name || saying(schemas[name]) === saying(schemas[identifier])) return identifier
    if (forms.has(name)) return `${identifier}-form`
    throw new Error(`Two different schemas are called ${identifier}: one needs another identifier.`)
  }
  const renamed = mapRefs(document, (ref) =>
    ref.startsWith(prefix) ? prefix + nameOf(ref.slice(prefix.length)) : ref
  ) as Document
  const named = new Map<string, JsonSchema>()
  for (const [name, schema] of Object.entries(renamed.components.schemas)) {
    const known = named.get(nameOf(name))
    if (known !== undefined && saying(known) !== saying(schema)) {
      throw new Error(`Two different schemas would be called ${nameOf(name)}: one needs another identifier.`)
    }
    named.set(nameOf(name), schema)
  }
  return { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(named) } }
}
