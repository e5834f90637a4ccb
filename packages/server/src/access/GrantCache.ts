import type { AppId, RobotId } from "@fleet/domain/Ids"
import { Effect, Option, type Scope } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import { TwoGenerations } from "../platform/cache/twoGenerations.ts"
import { everySync } from "../platform/schedule/every.ts"
import type { Granted } from "./Granted.ts"
import type { View } from "./GrantStore.ts"

/** Maximum entries of each generation. */
const capacity = 50_000

/** An unused entry is dropped after one to two times this. */
const idle = "10 minutes"

interface Entry {
  readonly appId: AppId | null
  readonly robotId: RobotId
  readonly granted: Granted
}

/**
 * Caches what callers may do with robots, so that a request or command reads only its credential from the database. The
 * credential has the access version: an entry of a lower one is not used. Sockets present a credential seldom and rely on
 * the bus: a fact of a change arrives before the change is answered and drops the entries it concerns, and a read during
 * which a fact arrived is not cached. Unused entries are dropped.
 */
export const makeGrantCache = Effect.fnUntraced(function* (
  read: (view: View, robotId: RobotId) => Effect.Effect<Option.Option<Granted>>
): Effect.fn.Return<
  (view: View, robotId: RobotId, version: number) => Effect.Effect<Option.Option<Granted>>,
  never,
  Bus | Scope.Scope
> {
  const bus = yield* Bus
  const kept = new TwoGenerations<string, Entry>(capacity)
  let changes = 0

  const drop = (touched: (entry: Entry) => boolean) => {
    changes++
    kept.drop(touched)
  }
  yield* everySync(idle, () => kept.age())
  yield* bus.onFact(
    (event) => {
      if (event.type === "app_access_changed") drop(({ appId }) => appId === event.appId)
      if (event.type === "robot_renamed" || event.type === "robot_deleted")
        drop(({ robotId }) => robotId === event.robotId)
    },
    () => drop(() => true)
  )

  return (view, robotId, version) => {
    const key = `${view.orgId}${view.appId ?? ""}${view.roleId ?? ""}${view.userId ?? ""}${robotId}`
    const known = kept.get(key)
    if (known !== undefined && known.granted.version >= version) {
      kept.use(key, known)
      return Effect.succeedSome(known.granted)
    }
    const before = changes
    return Effect.tap(read(view, robotId), (found) =>
      Effect.sync(() => {
        // Robots that do not exist are not cached: a caller can name any number of them.
        if (changes !== before || Option.isNone(found)) return
        kept.keep(key, { appId: view.appId, robotId, granted: found.value })
      })
    )
  }
})
