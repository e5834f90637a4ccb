import type { RobotId } from "@fleet/domain/Ids"
import type { JobActor } from "@fleet/domain/Jobs"
import { Clock, Context, Effect, Layer } from "effect"
import type { RobotHome } from "../home/RobotHome.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { type Acquisition, type Ended, PublisherPart } from "./PublisherPart.ts"

/** The holders of publishers, for robots whose bridges this process holds. */
export class PublisherHolds extends Context.Service<
  PublisherHolds,
  {
    /** Timeouts are in milliseconds. */
    readonly take: (
      home: RobotHome,
      slug: string,
      actor: JobActor,
      timeouts: { readonly failsafeTimeoutMs: number; readonly quietTimeoutMs: number },
      nowMs: number
    ) => Acquisition
    /** Whether a message of the caller would be the first of a hold, or the first after a second of silence. */
    readonly begins: (home: RobotHome, slug: string, holder: string, nowMs: number) => boolean
    readonly heldFor: (robotId: RobotId, slug: string, holder: string, nowMs: number) => number
    /** Ends holds: of the named publishers or all, of one holder or everybody. Answers which those were. */
    readonly end: (
      home: RobotHome,
      slugs: ReadonlyArray<string> | null,
      holder: string | null,
      nowMs: number
    ) => ReadonlyArray<Ended>
    /** How many of the robot's publishers are held, or were since its bridge came and its configuration was published. */
    readonly count: (robotId: RobotId) => number
  }
>()("@fleet/server/PublisherHolds") {
  static readonly layer = Layer.effect(
    PublisherHolds,
    Effect.gen(function* () {
      const homes = yield* RobotHomes
      const clock = yield* Clock.Clock
      const nowMs = () => clock.currentTimeMillisUnsafe()
      const parts = yield* homes.register({ open: (home) => new PublisherPart(home, nowMs) })
      return PublisherHolds.of({
        take: (home, slug, actor, timeouts, nowMs) => parts.in(home).take(slug, actor, timeouts, nowMs),
        begins: (home, slug, holder, nowMs) => parts.in(home).begins(slug, holder, nowMs),
        heldFor: (robotId, slug, holder, nowMs) => parts.of(robotId)?.heldFor(slug, holder, nowMs) ?? 0,
        end: (home, slugs, holder, nowMs) => parts.in(home).end(slugs, holder, nowMs),
        count: (robotId) => parts.of(robotId)?.count ?? 0
      })
    })
  )
}
