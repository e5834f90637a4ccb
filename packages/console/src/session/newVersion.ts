import { useSyncExternalStore } from "react"
import { isBusy } from "./busy.ts"
import { fleet } from "./client.ts"
import { configuration } from "./configuration.ts"

/** Coming back to the page asks again after this time, in milliseconds. */
const pauseMs = 600_000

let isNew = false
let asked = Date.now()
const listeners = new Set<() => void>()

/** Asks the page's own origin which build it has now. What cannot be asked is asked again later. */
const look = async (): Promise<void> => {
  if (isNew || configuration.build === undefined) return
  asked = Date.now()
  try {
    const answer = await fetch("/assets/build.json", { cache: "no-cache" })
    if (!answer.ok) return
    const { id } = (await answer.json()) as { readonly id?: string }
    if (id === undefined || id === configuration.build) return
  } catch {
    return
  }
  isNew = true
  for (const listener of listeners) listener()
}

let wasConnected = false
let isLost = false
// A service is upgraded by a restart, which every page notices by its link.
fleet.realtime.onState((state) => {
  if (state === "connected" && isLost) void look()
  wasConnected ||= state === "connected"
  isLost = wasConnected && state !== "connected"
})
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && Date.now() - asked > pauseMs) void look()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * A way to another page is taken as a load of the new version, unless somebody would lose something by it.
 */
export const renewAt = (href: string): void => {
  if (isNew && !isBusy()) location.assign(href)
}

/** Whether the console was built anew since this page was loaded. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isNew)
