import type { Session } from "@fleet/sdk"
import { useSyncExternalStore } from "react"
import { onAnswer } from "./calls.ts"
import { fleet } from "./client.ts"

/** `undefined` until the storage was read; `null` while signed out. */
let current: Session | null | undefined
/** The session ended without this page asking for it: by another device, an administrator, or its time. */
let wasEnded = false
/** Whom the page is of: another person has a page of their own. */
let person: string | null = null
let isAnothers = false
/** Something came with the session: a session that never was any good leaves nothing on the page. */
let isProven = false
/** How often somebody has signed in again on this page. */
let returns = 0
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

const become = (session: Session | null) => {
  if (session === null) wasEnded = !isLeaving && (wasEnded || isProven)
  else {
    const next = session.user.developer_id
    isAnothers ||= person !== null && next !== null && next !== person
    person ??= next
    if (current === null) returns += 1
    wasEnded = false
  }
  current = session
  notify()
}

fleet.auth.onChange((_, session) => become(session))

/** Looks whether the session is still there: its end is not told where the storage was cleared, or the page slept. */
const lookAgain = async () => {
  const session = await fleet.auth.session().catch(() => null)
  if (session === null ? current : current === null) become(session)
}
onAnswer((code) => {
  if (code === "ok") isProven = true
  else if (code === "signed_out") void lookAgain()
})
addEventListener("pageshow", ({ persisted }) => persisted && void lookAgain())

export const loadSession = async (): Promise<Session | null> => {
  if (current === undefined) become(await fleet.auth.session())
  return current ?? null
}

/** Whether what was begun on this page may go on: its person is signed in. */
export const isOwnSession = (): boolean => current !== null && !isAnothers

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(subscribe, () => current)
export const useWasEnded = () => useSyncExternalStore(subscribe, () => wasEnded)
/** Whether somebody else has signed in than whom the page is of. */
export const useIsAnothers = () => useSyncExternalStore(subscribe, () => isAnothers)
/** Rises when somebody signs in again: what ended with the session begins anew. */
export const useReturns = () => useSyncExternalStore(subscribe, () => returns)
/** Calls back when somebody signs in again. */
export const onReturn = (run: () => void): (() => void) => {
  let seen = returns
  return subscribe(() => {
    if (seen === returns) return
    seen = returns
    run()
  })
}
