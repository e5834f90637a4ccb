import { useSyncExternalStore } from "react"

/** What is pinned, by robot: slugs, those pinned first first. Kept on this device. */
const key = "fleet-console:pins"
const mostRobots = 200
const mostPins = 24

type Pins = Readonly<Record<string, ReadonlyArray<string>>>

const isSlugs = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((each) => typeof each === "string")

const readPins = (): Pins => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}")
    if (typeof kept !== "object" || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, Array<string>] => isSlugs(entry[1]))
    )
  } catch {
    return {}
  }
}

const none: ReadonlyArray<string> = []
const listeners = new Set<() => void>()
let pins: Pins | undefined

const tell = () => {
  for (const listener of listeners) listener()
}
const onStorage = (event: StorageEvent) => {
  if (event.key !== key && event.key !== null) return
  pins = undefined
  tell()
}

const pinsOf = (robotId: string): ReadonlyArray<string> => (pins ??= readPins())[robotId] ?? none

/** Pins a card of a robot, or takes its pin away. Where storage is forbidden, for as long as the page is open. */
export const togglePin = (robotId: string, slug: string): void => {
  const before = pinsOf(robotId)
  const after = before.includes(slug) ? before.filter((each) => each !== slug) : [...before, slug].slice(-mostPins)
  // The robot pinned last is the newest: the oldest are forgotten.
  const others = Object.entries(pins ?? {}).filter(([id]) => id !== robotId)
  pins = Object.fromEntries([...others, ...(after.length === 0 ? [] : [[robotId, after] as const])].slice(-mostRobots))
  try {
    localStorage.setItem(key, JSON.stringify(pins))
  } catch {
    // Full or forbidden.
  }
  tell()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) window.addEventListener("storage", onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener("storage", onStorage)
  }
}

/** The pinned slugs of a robot; the same array until they change. */
export const usePins = (robotId: string): ReadonlyArray<string> =>
  useSyncExternalStore(subscribe, () => pinsOf(robotId))

/** Pinned cards first, in the order in which they were pinned; the others as they were. */
export const pinnedFirst = <Exposure extends { readonly slug: string }>(
  exposures: ReadonlyArray<Exposure>,
  pinned: ReadonlyArray<string>
): ReadonlyArray<Exposure> => {
  const place = (slug: string) => {
    const at = pinned.indexOf(slug)
    return at < 0 ? pinned.length : at
  }
  return pinned.length === 0 ? exposures : exposures.toSorted((one, other) => place(one.slug) - place(other.slug))
}
