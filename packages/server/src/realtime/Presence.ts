import type { Caller } from "@fleet/domain/Caller"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import type { RobotId } from "@fleet/domain/Ids"
import type { Viewer } from "@fleet/domain/realtime/ServerMessages"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import { idsPerFact } from "../platform/bus/Facts.ts"
import type { ViewersChanged } from "../platform/bus/RobotEvents.ts"
import { type SocketWriter } from "./SocketWriter.ts"
import { textFrame } from "../platform/websocket/TextFrame.ts"

type PresenceEntry = ViewersChanged["viewers"][number]

/** A socket that follows presence. `due` while a frame waits for the minimum interval. */
interface Watcher {
  readonly writer: SocketWriter
  readonly caller: Caller
  sentMs: number
  /** The viewers it was sent last. */
  sent: string
  due: boolean
}

/** The viewers of one robot, and the sockets that follow them. */
interface RobotPresence {
  /** Callers of this process with their number of subscriptions. */
  readonly here: Map<string, { readonly entry: PresenceEntry; count: number }>
  /** By process: its viewers, where it has any. */
  readonly remoteViewers: Map<string, ReadonlyArray<PresenceEntry>>
  /** Processes that had viewers before a gap, and have not reported since. */
  readonly doubtful: Set<string>
  readonly watchers: Map<SocketWriter, Watcher>
  stop: (() => void) | null
  announcedMs: number
  /** An announcement waits for the minimum interval. */
  due: boolean
}

const minIntervalMs = 1_000

const entryOf = (caller: Caller): PresenceEntry => {
  const name = caller.kind === "server_key" ? caller.name : (caller.displayName ?? caller.email)
  return {
    viewer: { kind: caller.kind, id: caller.id, label: firstCharacters(name, 200) },
    appId: caller.kind === "developer" ? null : caller.appId,
    named: caller.kind === "server_key" || caller.displayName !== null
  }
}

/** What one caller is shown: an app's callers see their own app only, and an app user no other user's address. */
export const shownTo = (caller: Caller, all: Iterable<PresenceEntry>): ReadonlyArray<Viewer> => {
  const shown: Array<Viewer> = []
  for (const { appId, named, viewer } of all) {
    if (caller.kind !== "developer" && appId !== caller.appId) continue
    const hidden = caller.kind === "app_user" && viewer.kind === "app_user" && viewer.id !== caller.id && !named
    shown.push(hidden ? { ...viewer, label: "App user" } : viewer)
  }
  return shown
}

/** Equal for the same viewers in any order. */
const fingerprint = (viewers: ReadonlyArray<Viewer>): string =>
  JSON.stringify(viewers.map(({ id, kind, label }) => [kind, id, label].join(" ")).sort())

/** Presence: the identities that view a robot right now. */
export class Presence extends Context.Service<
  Presence,
  {
    /** The caller has one more live subscription on the robot. */
    readonly enter: (robotId: RobotId, caller: Caller) => void
    readonly leave: (robotId: RobotId, caller: Caller) => void
    /** Sends the viewers at once, then on change, at most once a second. */
    readonly watch: (robotId: RobotId, writer: SocketWriter, caller: Caller) => void
    readonly unwatch: (robotId: RobotId, writer: SocketWriter) => void
    /** Robots with viewers or watchers. */
    readonly size: () => number
  }
>()("@fleet/server/Presence") {
  static readonly layer = Layer.effect(
    Presence,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const node = crypto.randomUUID()
      const robots = new Map<RobotId, RobotPresence>()

      const presenceOf = (robotId: RobotId) => {
        let presence = robots.get(robotId)
        if (presence === undefined) {
          presence = {
            here: new Map(),
            remoteViewers: new Map(),
            doubtful: new Set(),
            watchers: new Map(),
            stop: null,
            announcedMs: 0,
            due: false
          }
          robots.set(robotId, presence)
        }
        return presence
      }

      const tidy = (robotId: RobotId, presence: RobotPresence) => {
        if (presence.watchers.size === 0) {
          presence.stop?.()
          presence.stop = null
          presence.remoteViewers.clear()
          presence.doubtful.clear()
        }
        if (presence.watchers.size === 0 && presence.here.size === 0 && !presence.due) robots.delete(robotId)
      }

      const all = (presence: RobotPresence): ReadonlyArray<PresenceEntry> => {
        const entries = new Map<string, PresenceEntry>()
        for (const [key, { entry }] of presence.here) entries.set(key, entry)
        for (const list of presence.remoteViewers.values()) {
          for (const entry of list) entries.set(`${entry.viewer.kind}:${entry.viewer.id}`, entry)
        }
        return [...entries.values()]
      }

      const now = () => clock.currentTimeMillisUnsafe()
      /** How long to wait after `thenMs`; at most the interval, should the clock be set back. */
      const leftMs = (thenMs: number) => Math.min(minIntervalMs, thenMs + minIntervalMs - now())
      const after = (waitMs: number, act: () => void) =>
        run(Effect.andThen(Effect.sleep(Math.max(0, waitMs)), Effect.sync(act)))

      const send = (robotId: RobotId, presence: RobotPresence, watcher: Watcher) => {
        const viewers = shownTo(watcher.caller, all(presence))
        const sent = fingerprint(viewers)
        if (watcher.sent === sent) return
        watcher.sent = sent
        watcher.sentMs = now()
        const message = { type: "presence", robot_id: robotId, viewers, at_ms: watcher.sentMs }
        watcher.writer.message(presence, textFrame(JSON.stringify(message)))
      }

      const sendInTime = (robotId: RobotId, presence: RobotPresence, watcher: Watcher) => {
        if (watcher.due) return
        const waitMs = leftMs(watcher.sentMs)
        if (waitMs <= 0) return send(robotId, presence, watcher)
        watcher.due = true
        after(waitMs, () => {
          watcher.due = false
          if (presence.watchers.get(watcher.writer) === watcher) send(robotId, presence, watcher)
        })
      }

      const announce = (robotId: RobotId, presence: RobotPresence) => {
        presence.due = false
        presence.announcedMs = now()
        bus.publishRobot({
          type: "viewers",
          robotId,
          node,
          viewers: Array.from(presence.here.values(), ({ entry }) => entry)
        })
        tidy(robotId, presence)
      }

      const changed = (robotId: RobotId, presence: RobotPresence) => {
        if (presence.due) return
        presence.due = true
        after(leftMs(presence.announcedMs), () => announce(robotId, presence))
      }

      const sendToAll = (robotId: RobotId, presence: RobotPresence) => {
        for (const watcher of presence.watchers.values()) sendInTime(robotId, presence, watcher)
      }

      /** Asks the other processes for their viewers. Once they have answered, those that none has reported are gone. */
      const ask = (asked: ReadonlyArray<readonly [RobotId, RobotPresence]>) => {
        if (asked.length === 0) return
        for (const [, { doubtful, remoteViewers }] of asked)
          for (const other of remoteViewers.keys()) doubtful.add(other)
        const answered = Effect.sync(() => {
          for (const [robotId, presence] of asked) {
            for (const other of presence.doubtful) presence.remoteViewers.delete(other)
            presence.doubtful.clear()
            sendToAll(robotId, presence)
          }
        })
        const robotIds = asked.map(([robotId]) => robotId)
        run(Effect.andThen(bus.broadcastAndWait({ type: "viewers_asked", node, robotIds }), answered))
      }

      yield* bus.onFact(
        (fact) => {
          if (fact.type !== "viewers_asked" || fact.node === node) return
          for (const robotId of fact.robotIds) {
            const presence = robots.get(robotId)
            if (presence !== undefined && presence.here.size > 0) announce(robotId, presence)
          }
        },
        () => {
          const watched = [...robots].filter(([, { watchers }]) => watchers.size > 0)
          for (let from = 0; from < watched.length; from += idsPerFact) ask(watched.slice(from, from + idsPerFact))
        }
      )

      return Presence.of({
        size: () => robots.size,
        enter: (robotId, caller) => {
          const presence = presenceOf(robotId)
          const key = `${caller.kind}:${caller.id}`
          const present = presence.here.get(key)
          if (present !== undefined) present.count++
          else {
            presence.here.set(key, { entry: entryOf(caller), count: 1 })
            changed(robotId, presence)
          }
        },
        leave: (robotId, caller) => {
          const presence = robots.get(robotId)
          const key = `${caller.kind}:${caller.id}`
          const present = presence?.here.get(key)
          if (presence === undefined || present === undefined || --present.count > 0) return
          presence.here.delete(key)
          changed(robotId, presence)
        },
        watch: (robotId, writer, caller) => {
          const presence = presenceOf(robotId)
          const watcher = { writer, caller, sentMs: 0, sent: "", due: false }
          presence.watchers.set(writer, watcher)
          if (presence.stop === null) {
            presence.stop = bus.followUnsafe(robotId, (event) => {
              if (event.type !== "viewers") return
              presence.doubtful.delete(event.node)
              if (event.viewers.length === 0) presence.remoteViewers.delete(event.node)
              else if (event.node !== node) presence.remoteViewers.set(event.node, event.viewers)
              sendToAll(robotId, presence)
            })
            ask([[robotId, presence]])
          }
          send(robotId, presence, watcher)
        },
        unwatch: (robotId, writer) => {
          const presence = robots.get(robotId)
          if (presence?.watchers.delete(writer) !== true) return
          writer.drop(presence)
          tidy(robotId, presence)
        }
      })
    })
  )
}
