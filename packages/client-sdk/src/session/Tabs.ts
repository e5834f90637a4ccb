import type { SessionEvent } from "./SessionEvent.ts"

/** Runs one task at a time over everything that shares a session. */
export type Exclusive = <A>(name: string, task: () => Promise<A>) => Promise<A>

/** What happened to the session, and when the access token of what is stored now ends; null where nothing is. */
type Told = readonly [event: SessionEvent, expiresAt: number | null]

/** The other tabs that share a session. */
export interface Tabs {
  exclusively<A>(task: () => Promise<A>): Promise<A>
  /** Resolves once others can know of it by `newest`. */
  tell(...told: Told): Promise<void>
  /** When the newest session that a tab wrote ends; undefined where none is known. */
  newest(): Promise<number | undefined>
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

/** Web Locks; pages that are not served over HTTPS have none, and there each tab is on its own. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks

const webLocks = (): Exclusive => {
  const shared = locks()
  return shared === undefined ? inTurn() : (name, task) => shared.request(name, task) as ReturnType<typeof task>
}

/** A session of this client only. */
export const alone = (): Tabs => {
  const exclusive = inTurn()
  return {
    exclusively: (task) => exclusive("", task),
    tell: async () => {},
    newest: async () => undefined,
    listen: () => {},
    close: () => {}
  }
}

/** Holds a lock that others may hold as well. Answers how to release it, once it is held. */
const hold = (shared: LockManager, name: string): Promise<() => void> =>
  new Promise((held) => {
    void shared.request(name, { mode: "shared" }, () => new Promise<void>((release) => held(release)))
  })

/** Tabs that share the session stored under `name`. */
export const sharedTabs = (name: string, exclusive: Exclusive = webLocks()): Tabs => {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name)
  // Node keeps a process alive for an open channel; a browser's has no such method.
  ;(channel as { unref?: () => void } | undefined)?.unref?.()
  const shared = locks()
  const prefix = `${name} `
  let release: (() => void) | undefined
  return {
    exclusively: (task) => exclusive(name, task),
    // What a tab stores is seen in another one a moment later, a lock at once: the one that is held names the session.
    tell: async (...told) => {
      const before = release
      release = told[1] === null ? undefined : shared && (await hold(shared, prefix + told[1]))
      before?.()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
      channel?.postMessage(told)
    },
    newest: async () => {
      const held = (await shared?.query())?.held ?? []
      const ends = held.filter((lock) => lock.name?.startsWith(prefix)).map((lock) => +lock.name!.slice(prefix.length))
      return ends.length > 0 ? Math.max(...ends) : undefined
    },
    listen: (listener) => channel?.addEventListener("message", ({ data }) => listener(...(data as Told))),
    close: () => {
      release?.()
      channel?.close()
    }
  }
}
