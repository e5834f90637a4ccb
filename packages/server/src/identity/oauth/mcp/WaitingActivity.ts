import type { AppId } from "@fleet/domain/Ids"
import type { NewActivity } from "./ClientActivityStore.ts"

/** How many clients wait to be written, of one app and of all; what comes beyond is not noted. */
export const mostWaiting = { ofApp: 100, all: 10_000 }

const merged = (older: NewActivity, newer: NewActivity): NewActivity => ({
  ...newer,
  client_name: newer.client_name ?? older.client_name,
  user_agent: newer.user_agent ?? older.user_agent,
  requests: { ...older.requests, ...newer.requests },
  proven: newer.proven || older.proven
})

/** What clients did that is not written yet: one entry for each client, within `mostWaiting`. */
export class WaitingActivity {
  private apps = new Map<AppId, Map<string, NewActivity>>()
  private count = 0

  get size(): number {
    return this.count
  }

  /** Answers whether there was room. */
  add(activity: NewActivity): boolean {
    return this.put(activity, (before) => merged(before, activity))
  }

  /** Empties it. */
  take(): ReadonlyArray<NewActivity> {
    const taken = [...this.apps.values()].flatMap((clients) => [...clients.values()])
    this.apps = new Map()
    this.count = 0
    return taken
  }

  /** Takes back what could not be written: what came since is newer. Answers how many there was no room for. */
  takeBack(taken: ReadonlyArray<NewActivity>): number {
    return taken.filter((activity) => !this.put(activity, (since) => merged(activity, since))).length
  }

  private put(activity: NewActivity, merge: (known: NewActivity) => NewActivity): boolean {
    const { app_id, key } = activity
    const clients = this.apps.get(app_id) ?? new Map<string, NewActivity>()
    const known = clients.get(key)
    if (known === undefined) {
      if (clients.size >= mostWaiting.ofApp || this.count >= mostWaiting.all) return false
      this.count++
    }
    this.apps.set(app_id, clients)
    clients.set(key, known === undefined ? activity : merge(known))
    return true
  }
}
