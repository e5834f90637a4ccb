import { useSyncExternalStore } from "react"
import { busyWhile } from "../session/busy.ts"

/** What on this page moves a robot, and how it lets go. */
const movers = new Map<string, Set<() => void>>()
const moving = new Set<string>()
/** Jobs that this page knows to run, by robot. */
const working = new Map<string, Set<string>>()
const listeners = new Set<() => void>()

/** Calls back when the robot is to be stopped: whatever moves it from this page lets go first. Answers how to end that. */
export const onLetGo = (robotId: string, letGo: () => void): (() => void) => {
  const known = movers.get(robotId) ?? new Set()
  movers.set(robotId, known.add(letGo))
  return () => {
    known.delete(letGo)
    setMoving(robotId, false)
  }
}

/** Everything on this page that moves the robot lets go. */
export const letGoOf = (robotId: string): void => {
  for (const letGo of movers.get(robotId) ?? []) letGo()
}

/** Whether somebody drives the robot from this page now. */
export const setMoving = (robotId: string, is: boolean): void => {
  if (moving.has(robotId) === is) return
  if (is) moving.add(robotId)
  else moving.delete(robotId)
  for (const listener of listeners) listener()
}

/** Whether a job of the robot runs, as far as this page sees it. */
export const setWorking = (robotId: string, slug: string, is: boolean): void => {
  const known = working.get(robotId) ?? new Set()
  working.set(robotId, known)
  if (known.has(slug) === is) return
  if (is) known.add(slug)
  else known.delete(slug)
  for (const listener of listeners) listener()
}

// No new version is loaded while something is driven from this page.
busyWhile(() => moving.size > 0)

/** Whether there is something to stop: the robot is driven from this page, or a job of it runs. */
export const useIsActive = (robotId: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => moving.has(robotId) || (working.get(robotId)?.size ?? 0) > 0
  )
