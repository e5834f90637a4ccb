import { nearest } from "../nearest.ts"
import type { TypeDefinition } from "@fleet/sdk"
import { entryOf, textOf, valueOf, type YamlNode } from "../text/nodes.ts"
import type { Place } from "../text/place.ts"
import { addEntry } from "../text/write.ts"
import type { Fix, FixInput } from "./fix.ts"

const placeholder = (node: YamlNode | null): string | undefined => /^\$\{(.+)\}$/.exec(textOf(node) ?? "")?.[1]

const commandOf = (root: YamlNode | null, place: Place) => valueOf(root, ...place.keys.slice(0, 2).map(String))

const declaredIn = (command: YamlNode | null): ReadonlyArray<string> => {
  const parameters = valueOf(command, "parameters")
  return parameters?.kind === "map" ? parameters.entries.map(({ key }) => key) : []
}

const placeholdersIn = (node: YamlNode | null): ReadonlyArray<string> => {
  if (node === null) return []
  if (node.kind === "map") return node.entries.flatMap(({ value }) => placeholdersIn(value))
  if (node.kind === "list") return node.items.flatMap(placeholdersIn)
  const name = placeholder(node)
  return name === undefined ? [] : [name]
}

/** Takes the declared parameter that was meant: the nearest by its name, or the only one that no message uses. */
export const useDeclared = ({ root }: FixInput, place: Place): Fix | undefined => {
  const name = placeholder(place.node)
  if (name === undefined || place.node === null) return undefined
  const command = commandOf(root, place)
  const used = new Set(placeholdersIn(valueOf(command, "message")))
  const free = declaredIn(command).filter((each) => !used.has(each))
  const meant = nearest(name, free) ?? (free.length === 1 ? free[0] : undefined)
  if (meant === undefined) return undefined
  const written = `\${${meant}}`
  return {
    act: "use",
    subject: name,
    value: written,
    edits: [{ from: place.node.from, to: place.node.to, insert: JSON.stringify(written) }]
  }
}

/** Declares the parameter with the type of the field that it fills, where that is known. */
export const declare = (
  { robot, root, source }: FixInput,
  place: Place,
  typeAt: (type: TypeDefinition | undefined, keys: ReadonlyArray<string | number>) => string | undefined
): Fix | undefined => {
  const name = placeholder(place.node)
  const command = commandOf(root, place)
  if (name === undefined || command?.kind !== "map" || entryOf(valueOf(root, "messages"), name) !== undefined)
    return undefined
  const body = place.keys.indexOf("message")
  const rosType = textOf(valueOf(command, "type"))
  const type =
    typeAt(rosType === undefined ? undefined : robot.types.get(rosType), place.keys.slice(body + 1)) ?? "float64"
  const parameters = entryOf(command, "parameters")
  const edit =
    parameters?.value?.kind === "map"
      ? parameters.value.flow ||
        parameters.value.entries[0]?.value?.kind !== "map" ||
        parameters.value.entries[0].value.flow
        ? addEntry(source, parameters.value, name, `{ type: ${type} }`)
        : addEntry(source, parameters.value, name, "", [`type: ${type}`])
      : parameters === undefined
        ? command.flow
          ? addEntry(source, command, "parameters", `{ ${name}: { type: ${type} } }`)
          : addEntry(source, command, "parameters", "", [`${name}: { type: ${type} }`])
        : null
  return edit === null ? undefined : { act: "declare", subject: name, value: type, edits: [edit] }
}
