import type { AppId, RobotId } from "@fleet/domain/Ids"
import { Effect, Option, type Scope } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import { sweep } from "../platform/schedule/sweep.ts"
import type { Granted } from "./Granted.ts"
import type { View } from "./GrantStore.ts"

/** Views kept at most of each age; more than this many callers at once start over. */
const capacity = 50_000

/** A view that nobody asked for is forgotten after once to twice this time. */
const idle = "10 minutes"

interface Entry {
  readonly appId: AppId | null
  readonly robotId: RobotId
  readonly granted: Granted
}

/**
 * Keeps what callers may do with robots, so that a request or command asks the database only for its credential. The
 * credential brings the access version: what was read at a lower one is not used. Sockets, which present a credential
 * seldom, rely on the bus: a change is told before its answer and drops what it touches, and a read that a change overtook
 * is not kept. What is asked for stays; callers who went are forgotten.
 */
export const makeGrantCache = Effect.fnUntraced(function* (
  read: (view: View, robotId: RobotId) => Effect.Effect<Option.Option<Granted>>
): Effect.fn.Return<
  (view: View, robotId: RobotId, version: number) => Effect.Effect<Option.Option<Granted>>,
  never,
  Bus | Scope.Scope
> {
  const bus = yield* Bus
  let recent = new Map<string, Entry>()
  let older = new Map<string, Entry>()
  let changes = 0

  const drop = (touched: (entry: Entry) => boolean) => {
    changes++
    for (const entries of [recent, older]) {
      for (const [key, entry] of entries) if (touched(entry)) entries.delete(key)
    }
  }
  const age = () => {
    older = recent
    recent = new Map()
  }
  const keep = (key: string, entry: Entry) => {
    if (recent.size >= capacity) age()
    recent.set(key, entry)
    older.delete(key)
  }
  yield* sweep(idle, age)
  yield* bus.onGap(() => drop(() => true))
  yield* bus.onFact((event) => {
    if (event.type === "app_access_changed") drop(({ appId }) => appId === event.appId)
    if (event.type === "robot_renamed" || event.type === "robot_deleted")
      drop(({ robotId }) => robotId === event.robotId)
  })

  return (view, robotId, version) => {
    const key = `${view.orgId}${view.appId ?? ""}${view.roleId ?? ""}${view.userId ?? ""}${robotId}`
    const known = recent.get(key) ?? older.get(key)
    if (known !== undefined && known.granted.version >= version) {
      if (!recent.has(key)) keep(key, known)
      return Effect.succeedSome(known.granted)
    }
    const before = changes
    return Effect.tap(read(view, robotId), (found) =>
      Effect.sync(() => {
        // Robots that are not there are not kept: anybody can name as many of them as they like.
        if (changes !== before || Option.isNone(found)) return
        keep(key, { appId: view.appId, robotId, granted: found.value })
      })
    )
  }
})
