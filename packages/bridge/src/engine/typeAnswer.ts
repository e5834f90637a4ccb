import type { TypeDefinitions } from "@fleet/bridge-protocol/BridgeMessages"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"

type Answer = typeof TypeDefinitions.Type

/** Bytes of definitions in one answer, unless it has only one: nothing else is sent meanwhile, and pings wait for seconds at most. */
export const maxTogether = 262_144

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/**
 * Answers a type_request in one frame. A definition has everything nested in it, so that fifty may be many megabytes: those
 * beyond are in neither list, and the cloud asks for them again. One that fits into no frame is unresolved.
 */
export const typeAnswer = (
  request_id: string,
  { definitions, unresolved }: Pick<Answer, "definitions" | "unresolved">
): Answer => {
  const empty: Answer = { type: "type_definitions", request_id, definitions: [], unresolved: [] }
  // With the names as if all were unresolved, and a comma behind each.
  const names = [...unresolved, ...definitions.map(({ name }) => name)]
  const room = maxFrame - sizeOf(empty) - sizeOf(names) - names.length
  const fitting: Array<Answer["definitions"][number]> = []
  const tooLarge: Array<string> = []
  let left = Math.min(room, maxTogether)
  for (const definition of definitions) {
    const size = sizeOf(definition)
    if (size > room) tooLarge.push(definition.name)
    else if (size <= left || fitting.length === 0) {
      fitting.push(definition)
      left -= size
    }
  }
  return { ...empty, definitions: fitting, unresolved: [...unresolved, ...tooLarge] }
}
