import type { Caller } from "@fleet/domain/Caller"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import type { RobotId } from "@fleet/domain/Ids"
import type { Viewer } from "@fleet/domain/realtime/ServerMessages"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { ViewersChanged } from "../platform/bus/Events.ts"
import { type Outlet } from "./Outlet.ts"
import { textFrame } from "./TextFrame.ts"

type Seen = ViewersChanged["viewers"][number]

/** A socket that wants to know. `due` while a telling waits for its time. */
interface Watcher {
  readonly outlet: Outlet
  readonly caller: Caller
  toldMs: number
  /** What it was told last. */
  told: string
  due: boolean
}

/** Who looks at one robot, and who wants to know. */
interface Board {
  /** Callers of this process with their number of subscriptions. */
  readonly here: Map<string, { readonly seen: Seen; count: number }>
  /** What other processes said last, where they said of somebody. */
  readonly elsewhere: Map<string, ReadonlyArray<Seen>>
  readonly watchers: Map<Outlet, Watcher>
  stop: (() => void) | null
  announcedMs: number
  /** An announcement waits for its time. */
  due: boolean
}

const everyMs = 1_000

const seenOf = (caller: Caller): Seen => {
  const name = caller.kind === "server_key" ? caller.name : (caller.displayName ?? caller.email)
  return {
    viewer: { kind: caller.kind, id: caller.id, label: firstCharacters(name, 200) },
    appId: caller.kind === "developer" ? null : caller.appId,
    named: caller.kind === "server_key" || caller.displayName !== null
  }
}

/** What one caller is shown: an app's callers see their own app only, and an app user no other user's address. */
export const shownTo = (caller: Caller, all: Iterable<Seen>): ReadonlyArray<Viewer> => {
  const shown: Array<Viewer> = []
  for (const { appId, named, viewer } of all) {
    if (caller.kind !== "developer" && appId !== caller.appId) continue
    const hidden = caller.kind === "app_user" && viewer.kind === "app_user" && viewer.id !== caller.id && !named
    shown.push(hidden ? { ...viewer, label: "App user" } : viewer)
  }
  return shown
}

/** The same for the same viewers, in whatever order they came. */
const sameAs = (viewers: ReadonlyArray<Viewer>): string =>
  JSON.stringify(viewers.map(({ id, kind, label }) => [kind, id, label].join(" ")).sort())

/** Presence: which identities look at a robot right now. */
export class Viewers extends Context.Service<
  Viewers,
  {
    /** The caller has one more live subscription on the robot. */
    readonly enter: (robotId: RobotId, caller: Caller) => void
    readonly leave: (robotId: RobotId, caller: Caller) => void
    /** Tells the outlet at once, then on change, at most once a second. */
    readonly watch: (robotId: RobotId, outlet: Outlet, caller: Caller) => void
    readonly unwatch: (robotId: RobotId, outlet: Outlet) => void
    /** Robots that something is kept of now. */
    readonly size: () => number
  }
>()("@fleet/server/Viewers") {
  static readonly layer = Layer.effect(
    Viewers,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const node = crypto.randomUUID()
      const boards = new Map<RobotId, Board>()

      const boardOf = (robotId: RobotId) => {
        let board = boards.get(robotId)
        if (board === undefined) {
          board = {
            here: new Map(),
            elsewhere: new Map(),
            watchers: new Map(),
            stop: null,
            announcedMs: 0,
            due: false
          }
          boards.set(robotId, board)
        }
        return board
      }

      const tidy = (robotId: RobotId, board: Board) => {
        if (board.watchers.size === 0) {
          board.stop?.()
          board.stop = null
        }
        if (board.watchers.size === 0 && board.here.size === 0 && !board.due) boards.delete(robotId)
      }

      const all = (board: Board): ReadonlyArray<Seen> => {
        const seen = new Map<string, Seen>()
        for (const [key, local] of board.here) seen.set(key, local.seen)
        for (const list of board.elsewhere.values()) {
          for (const entry of list) seen.set(`${entry.viewer.kind}:${entry.viewer.id}`, entry)
        }
        return [...seen.values()]
      }

      const now = () => clock.currentTimeMillisUnsafe()
      /** How long to wait after something of then; no longer than the pace, should the clock be set back. */
      const leftMs = (thenMs: number) => Math.min(everyMs, thenMs + everyMs - now())
      const after = (waitMs: number, act: () => void) =>
        run(Effect.andThen(Effect.sleep(Math.max(0, waitMs)), Effect.sync(act)))

      const tell = (robotId: RobotId, board: Board, watcher: Watcher) => {
        const viewers = shownTo(watcher.caller, all(board))
        const told = sameAs(viewers)
        if (watcher.told === told) return
        watcher.told = told
        watcher.toldMs = now()
        const message = { type: "presence", robot_id: robotId, viewers, at_ms: watcher.toldMs }
        watcher.outlet.message(board, textFrame(JSON.stringify(message)))
      }

      const tellInTime = (robotId: RobotId, board: Board, watcher: Watcher) => {
        if (watcher.due) return
        const waitMs = leftMs(watcher.toldMs)
        if (waitMs <= 0) return tell(robotId, board, watcher)
        watcher.due = true
        after(waitMs, () => {
          watcher.due = false
          if (board.watchers.get(watcher.outlet) === watcher) tell(robotId, board, watcher)
        })
      }

      const announce = (robotId: RobotId, board: Board) => {
        board.due = false
        board.announcedMs = now()
        bus.publish({
          type: "viewers",
          robotId,
          node,
          viewers: Array.from(board.here.values(), ({ seen }) => seen)
        })
        tidy(robotId, board)
      }

      const changed = (robotId: RobotId, board: Board) => {
        if (board.due) return
        board.due = true
        after(leftMs(board.announcedMs), () => announce(robotId, board))
      }

      return Viewers.of({
        size: () => boards.size,
        enter: (robotId, caller) => {
          const board = boardOf(robotId)
          const key = `${caller.kind}:${caller.id}`
          const present = board.here.get(key)
          if (present !== undefined) present.count++
          else {
            board.here.set(key, { seen: seenOf(caller), count: 1 })
            changed(robotId, board)
          }
        },
        leave: (robotId, caller) => {
          const board = boards.get(robotId)
          const key = `${caller.kind}:${caller.id}`
          const present = board?.here.get(key)
          if (board === undefined || present === undefined || --present.count > 0) return
          board.here.delete(key)
          changed(robotId, board)
        },
        watch: (robotId, outlet, caller) => {
          const board = boardOf(robotId)
          const watcher = { outlet, caller, toldMs: 0, told: "", due: false }
          board.watchers.set(outlet, watcher)
          board.stop ??= bus.followUnsafe(robotId, (event) => {
            if (event.type !== "viewers") return
            if (event.viewers.length === 0) board.elsewhere.delete(event.node)
            else if (event.node !== node) board.elsewhere.set(event.node, event.viewers)
            for (const told of board.watchers.values()) tellInTime(robotId, board, told)
          })
          tell(robotId, board, watcher)
        },
        unwatch: (robotId, outlet) => {
          const board = boards.get(robotId)
          if (board?.watchers.delete(outlet) !== true) return
          outlet.drop(board)
          tidy(robotId, board)
        }
      })
    })
  )
}
