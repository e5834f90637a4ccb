import type { Caller } from "@fleet/domain/Caller"
import type { RobotId } from "@fleet/domain/Ids"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Effect } from "effect"
import type { Capability } from "../access/Granted.ts"
import { Grants } from "../access/Grants.ts"
import { builtins } from "@fleet/domain/Slug"
import { PublishedConfigs } from "../robots/config/PublishedConfigs.ts"
import type { Principal } from "./Principal.ts"
import type { Need } from "./Tool.ts"

/** What a caller has at least one of, on some robot that the address lets them reach. */
export interface ReachableRobots {
  readonly kinds: ReadonlySet<ExposureKind>
  readonly capabilities: ReadonlySet<Capability>
}

/** Whether a tool that needs something is there. */
export const isMet = ({ capabilities, kinds }: ReachableRobots, need: Need): boolean =>
  need === null ||
  ("capability" in need ? capabilities.has(need.capability) : need.kinds.some((kind) => kinds.has(kind)))

/** How many robots are looked at at a time. */
const concurrency = 16

/** Reads what callers reach, anew for every call: a changed role holds from the next one on. */
export const makeReachableRobots = Effect.gen(function* () {
  const grants = yield* Grants
  const configs = yield* PublishedConfigs

  const ofRobots = Effect.fnUntraced(function* (caller: Caller, ids: ReadonlyArray<RobotId>) {
    const kinds = new Set<ExposureKind>()
    const capabilities = new Set<Capability>()
    yield* Effect.forEach(
      ids,
      Effect.fnUntraced(function* (id) {
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
    return { kinds, capabilities } satisfies ReachableRobots
  })

  const all = Effect.fnUntraced(function* ({ caller, robotId }: Principal) {
    const robots = yield* grants.robots(caller)
    const ids = robots.map(({ id }) => id).filter((id) => robotId === null || id === robotId)
    return yield* ofRobots(caller, ids)
  })

  return {
    /** On all robots. */
    all: (principal: Principal): Effect.Effect<ReachableRobots> => all(principal),
    /** Whether a tool is there that is called for a robot: what that robot opens needs no look at the others. */
    opens: Effect.fnUntraced(function* (principal: Principal, need: Need, robotId: RobotId | null) {
      if (need === null) return true
      const asked = principal.robotId ?? robotId
      if (asked !== null && isMet(yield* ofRobots(principal.caller, [asked]), need)) return true
      return isMet(yield* all(principal), need)
    })
  }
})
