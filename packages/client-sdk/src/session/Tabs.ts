import { pause } from "../Timing.ts"
import type { SessionEvent } from "./SessionEvent.ts"

/** Runs one task at a time over everything that shares a session. */
export type Exclusive = <A>(name: string, task: () => Promise<A>) => Promise<A>

/** What happened to the session, and when the access token of what is stored now ends; null where nothing is. */
type Told = readonly [event: SessionEvent, expiresAt: number | null]

/** The other tabs that share a session. */
export interface Tabs {
  exclusively<A>(task: () => Promise<A>): Promise<A>
  tell(...told: Told): void
  listen(listener: (...told: Told) => void): void
  close(): void
}

/** One task after the other within this client. */
const inTurn = (): Exclusive => {
  let last: Promise<unknown> = Promise.resolve()
  return (_name, task) => {
    const turn = last.then(task, task)
    last = turn.catch(() => {})
    return turn
  }
}

/** How long what another tab wrote before it released a lock may take to be seen here, in milliseconds. */
const settleMs = 100

/** Web Locks; pages that are not served over HTTPS have none, and there each tab is on its own. */
const webLocks = (): Exclusive => {
  const locks = globalThis.navigator?.locks
  if (locks === undefined) return inTurn()
  return async (name, task) => {
    const { held } = await locks.query()
    const isTaken = held?.some((lock) => lock.name === name) === true
    return locks.request(name, async () => {
      if (isTaken) await pause(settleMs)
      return task()
    }) as ReturnType<typeof task>
  }
}

/** A session of this client only. */
export const alone = (): Tabs => {
  const exclusive = inTurn()
  return {
    exclusively: (task) => exclusive("", task),
    tell: () => {},
    listen: () => {},
    close: () => {}
  }
}

/** Tabs that share the session stored under `name`. */
export const sharedTabs = (name: string, exclusive: Exclusive = webLocks()): Tabs => {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name)
  // Node keeps a process alive for an open channel; a browser's has no such method.
  ;(channel as { unref?: () => void } | undefined)?.unref?.()
  return {
    exclusively: (task) => exclusive(name, task),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
    tell: (...told) => channel?.postMessage(told),
    listen: (listener) => channel?.addEventListener("message", ({ data }) => listener(...(data as Told))),
    close: () => channel?.close()
  }
}
