import type { TypeDefinitions } from "@fleet/bridge-protocol/BridgeMessages"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"

type Answer = typeof TypeDefinitions.Type

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/**
 * Answers a type_request in one frame. A definition has everything nested in it, so that fifty may be more than a frame
 * takes: those beyond are in neither list, and the cloud asks for them again. One that fits into no frame is unresolved.
 */
export const typeAnswer = (
  request_id: string,
  { definitions, unresolved }: Pick<Answer, "definitions" | "unresolved">
): Answer => {
  const empty: Answer = { type: "type_definitions", request_id, definitions: [], unresolved: [] }
  // With the names as if all were unresolved, and a comma behind each.
  const names = [...unresolved, ...definitions.map(({ name }) => name)]
  const room = maxFrame - sizeOf(empty) - sizeOf(names) - names.length
  const sized = definitions.map((definition) => ({ definition, size: sizeOf(definition) }))
  const told: Array<Answer["definitions"][number]> = []
  let left = room
  for (const { definition, size } of sized) {
    if (size > left) continue
    left -= size
    told.push(definition)
  }
  const tooLarge = sized.filter(({ size }) => size > room).map(({ definition }) => definition.name)
  return { ...empty, definitions: told, unresolved: [...unresolved, ...tooLarge] }
}
