import type { SessionEvent } from "./SessionEvent.ts"

/** Runs one task at a time over everything that shares a session. */
export type Exclusive = <A>(name: string, task: () => Promise<A>) => Promise<A>

/** The other tabs that share a session. */
export interface Tabs {
  exclusively<A>(task: () => Promise<A>): Promise<A>
  tell(event: SessionEvent): void
  listen(listener: (event: SessionEvent) => void): void
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

/** Web Locks; pages that are not served over HTTPS have none, and there each tab is on its own. */
const webLocks = (): Exclusive => {
  const locks = globalThis.navigator?.locks
  return locks === undefined ? inTurn() : (name, task) => locks.request(name, task) as ReturnType<typeof task>
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
    tell: (event) => channel?.postMessage(event),
    listen: (listener) => channel?.addEventListener("message", ({ data }) => listener(data as SessionEvent)),
    close: () => channel?.close()
  }
}
