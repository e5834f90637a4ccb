import type { Session } from "@fleet/sdk"
import { useSyncExternalStore } from "react"
import { fleet } from "./client.ts"

/** `undefined` until the storage was read; `null` while nobody is signed in. */
let current: Session | null | undefined
/** The session ended without this page asking for it: by another device, an administrator, or its time. */
let wasEnded = false
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

let isLeaving = false

/** Ends the session at the service and in all tabs. */
export const signOut = async (): Promise<void> => {
  isLeaving = true
  try {
    await fleet.auth.signOut()
  } finally {
    isLeaving = false
  }
}

fleet.auth.onChange((_, session) => {
  wasEnded = session === null && !isLeaving && (wasEnded || (current !== null && current !== undefined))
  current = session
  notify()
})

export const loadSession = async (): Promise<Session | null> => {
  if (current === undefined) {
    current = await fleet.auth.session()
    notify()
  }
  return current
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(subscribe, () => current)
export const useWasEnded = () => useSyncExternalStore(subscribe, () => wasEnded)
