import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import { Effect, FiberSet, Layer, Schedule } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { BridgeRecords } from "../bridges/BridgeRecords.ts"
import { ConfigPush } from "./ConfigPush.ts"
import type { RobotHome } from "./RobotHome.ts"
import { RobotHomes } from "./RobotHomes.ts"

/** Homes that one statement is about, at most. */
const homesAtOnce = 200

/**
 * Facts may have been missed: each home is compared with its robot's row. A robot that was deleted loses its home, a bridge
 * whose token was replaced its connection; a name and a configuration are brought up to date.
 */
export const HomeProofs = Layer.effectDiscard(
  Effect.gen(function* () {
    const bus = yield* Bus
    const homes = yield* RobotHomes
    const records = yield* BridgeRecords
    const configs = yield* ConfigPush
    const run = yield* FiberSet.makeRuntime()

    const prove = Effect.fnUntraced(function* (some: ReadonlyArray<RobotHome>) {
      const before = new Map(some.map((home) => [home, home.link]))
      const standing = yield* records.standing(some.map(({ robotId }) => robotId))
      for (const [home, link] of before) {
        if (homes.get(home.robotId) !== home) continue
        const row = standing.get(home.robotId)
        if (row === undefined) {
          homes.forget(home.robotId)
          continue
        }
        home.robotName = row.name
        // A bridge that came meanwhile proved its token after the gap.
        if (link === null || home.link !== link) continue
        if (row.tokenHash !== home.tokenHash) link.end(BridgeClose.tokenRotated, "CLOSE_TOKEN_ROTATED")
        else if (row.version > home.published.version || row.hasNames) configs.pushPatiently(link)
      }
    })

    /** Whatever the database cannot answer now is asked for again. */
    const proveAll = Effect.suspend(() => {
      const all = homes.all()
      const parts = Array.from({ length: Math.ceil(all.length / homesAtOnce) }, (_, index) =>
        all.slice(index * homesAtOnce, (index + 1) * homesAtOnce)
      )
      return Effect.forEach(parts, prove, { discard: true })
    }).pipe(
      Effect.tapCause((cause) =>
        Effect.logError("connected bridges could not be compared with their robots; retrying", cause)
      ),
      Effect.sandbox,
      Effect.retry(Schedule.spaced("1 second")),
      Effect.ignore
    )

    // RobotHomes and ConfigPush act on the facts themselves.
    yield* bus.onFact(
      () => undefined,
      () => void run(proveAll)
    )
  })
)
