import { Effect } from "effect"
import type { GatewayOffline } from "../GatewayErrors.ts"
import type { RosType } from "../RosType.ts"
import type { HeldType, TypeLibrary } from "../TypeLibrary.ts"
import type { DetailsOf, Rosapi } from "./Rosapi.ts"
import { typeFromDetails } from "./TypeDetails.ts"

/** Types that were asked for and are kept, known or not, of one connection. */
const maxDetails = 1000

/** Definitions: of the live topics' types as text, of all others as rosapi's `..._details`. */
export const makeTypeLookup = (rosapi: Rosapi, library: TypeLibrary) => {
  const held = new Map<string, HeldType>()
  const described = new Map<string, RosType | undefined>()

  const remember = (key: string, type: RosType | undefined) => {
    described.set(key, type)
    const [oldest] = described.keys()
    if (oldest !== undefined && described.size > maxDetails) described.delete(oldest)
    return type
  }

  const details = (of: DetailsOf, name: string): Effect.Effect<RosType | undefined, GatewayOffline> =>
    Effect.suspend(() => {
      const key = `${of} ${name}`
      if (described.has(key)) return Effect.succeed(described.get(key))
      return rosapi.details(of, name).pipe(
        Effect.map((answer) => remember(key, typeFromDetails(name, answer))),
        // Servers before 2.3 do not know actions' details.
        Effect.catchTag("NotAdvertised", () => Effect.sync(() => remember(key, undefined))),
        Effect.catchTag(["ServiceFailed", "Timeout"], () => Effect.succeed(undefined))
      )
    })

  return {
    details,
    message: (name: string): Effect.Effect<RosType | undefined, GatewayOffline> =>
      Effect.suspend(() => {
        const known = library.message(name)
        return known === undefined ? details("message", name) : Effect.succeed(known)
      }),
    /** Whether the text of every one of these types was read. */
    hasAll: (types: Iterable<string>): boolean => Array.from(types).every((type) => held.has(type)),
    /** Takes the texts of the live topics' types, and lets go of those that are live no more. */
    hold: (texts: ReadonlyMap<string, string>): void => {
      const before = [...held]
      held.clear()
      for (const [type, text] of texts) held.set(type, library.hold(type, "ros2msg", text))
      for (const [, { release }] of before) release()
    },
    onClose: Effect.sync(() => {
      for (const { release } of held.values()) release()
      held.clear()
      described.clear()
    }),
    /** What is kept: definitions of live topics, and those that were asked for. */
    size: () => ({ held: held.size, described: described.size })
  }
}
export type TypeLookup = ReturnType<typeof makeTypeLookup>
