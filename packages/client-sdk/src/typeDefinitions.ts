import { FleetError } from "./FleetError.ts"
import type { Request } from "./Request.ts"
import type { TypeDefinition } from "./types.gen.ts"

/** Type names that one question may have. */
const atOnce = 50

/** The definitions of these types: what the service knows, and what an online robot answers of the rest. */
export const definitionsFor = async (
  request: Request,
  id: string,
  names: ReadonlyArray<string>
): Promise<ReadonlyArray<TypeDefinition>> => {
  const { types } = await request("introspection.types", { params: { id } })
  const known = new Set(types.map(({ name }) => name))
  const missing = names.filter((name) => !known.has(name))
  const fetched: Array<TypeDefinition> = []
  for (let from = 0; from < missing.length; from += atOnce) {
    const body = { type_names: missing.slice(from, from + atOnce) }
    try {
      fetched.push(...(await request("introspection.fetchTypes", { params: { id }, body })).types)
    } catch (error) {
      // An offline robot leaves the values of these types unknown; the caller says so.
      if (FleetError.is(error) && (error.is("robot_offline") || error.is("bridge_timeout"))) break
      throw error
    }
  }
  return [...types, ...fetched]
}
