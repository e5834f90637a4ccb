import type { Caller } from "@fleet/domain/Caller"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Effect } from "effect"
import type { Capability } from "../access/Granted.ts"
import { Grants } from "../access/Grants.ts"
import { builtins } from "@fleet/domain/Slug"
import { PublishedConfigs } from "../robots/config/PublishedConfigs.ts"
import type { Principal } from "./Principal.ts"
import type { Need } from "./Tool.ts"

/** What a caller has at least one of, on some robot that the address lets them reach. */
export interface Reach {
  readonly kinds: ReadonlySet<ExposureKind>
  readonly capabilities: ReadonlySet<Capability>
}

/** Whether a tool that needs something is there. */
export const isMet = ({ capabilities, kinds }: Reach, need: Need): boolean =>
  need === null ||
  ("capability" in need ? capabilities.has(need.capability) : need.kinds.some((kind) => kinds.has(kind)))

/** How many robots are looked at at a time. */
const concurrency = 16

/** Reads what callers reach, anew for every call: a changed role holds from the next one on. */
export const makeReach = Effect.gen(function* () {
  const grants = yield* Grants
  const configs = yield* PublishedConfigs

  const ofRobots = Effect.fnUntraced(function* (caller: Caller, only: Principal["robotId"]) {
    const kinds = new Set<ExposureKind>()
    const capabilities = new Set<Capability>()
    const robots = (yield* grants.robots(caller)).filter(({ id }) => only === null || id === only)
    yield* Effect.forEach(
      robots,
      Effect.fnUntraced(function* ({ id }) {
        const granted = yield* grants.find(caller, id)
        if (granted === null) return
        if (granted.capabilities.action_history) capabilities.add("action_history")
        if (granted.capabilities.assets) capabilities.add("assets")
        if (builtins.some((slug) => granted.has(slug))) kinds.add("datapoint")
        for (const { kind, slug } of (yield* configs.current(id)).exposures.values()) {
          if (granted.has(slug)) kinds.add(kind)
        }
      }),
      { concurrency, discard: true }
    )
    return { kinds, capabilities } satisfies Reach
  })

  return ({ caller, robotId }: Principal): Effect.Effect<Reach> => ofRobots(caller, robotId)
})
