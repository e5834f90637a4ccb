import type { FleetClient } from "@fleet/sdk"
import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { loop } from "./Loop.ts"
import type { Slot } from "./Slot.ts"
import { slotsOf } from "./slotsOf.ts"

/** How long what went out of sight stays subscribed, in milliseconds. */
const hysteresisMs = 300

/** Whether an element is on the screen, or within one screen of it. */
export const useNear = (ref: RefObject<Element | null>): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (seen) => {
        const is = seen.at(-1)?.isIntersecting === true
        clearTimeout(timer)
        if (is) setNear(true)
        else timer = setTimeout(() => setNear(false), hysteresisMs)
      },
      { rootMargin: "100% 0px" }
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref])
  return isNear
}

/** A datapoint's slot, kept while the caller is on the page and subscribed while `isNear`. Nothing renders when a value comes. */
export const useSlot = (fleet: FleetClient, robotId: string, slug: string, isNear = true): Slot => {
  const slots = slotsOf(fleet)
  const slot = useMemo(() => {
    // Released at once: an effect below holds it for as long as it is shown.
    const { release, slot } = slots.hold(robotId, slug)
    release()
    return slot
  }, [slots, robotId, slug])
  useEffect(() => {
    const held = slots.hold(robotId, slug)
    return held.release
  }, [slots, robotId, slug])
  useEffect(() => {
    if (!isNear) return
    const { release } = slots.read(robotId, slug)
    const leave = slots.watch(slot)
    return () => {
      leave()
      release()
    }
  }, [slots, slot, robotId, slug, isNear])
  return slot
}

/** The state of a slot, which changes rarely. */
export const useSlotState = (slot: Slot) =>
  useSyncExternalStore(
    (listener) => slot.onState(listener),
    () => slot.state
  )

/**
 * Something about the value that changes rarely: its kind, its keys. It is worked out at most ten times a second, and renders
 * only when the text that `derive` makes of the value is another one.
 */
export const useDerived = (slot: Slot, derive: (value: unknown) => string): string => {
  const [text, setText] = useState(() => derive(slot.value))
  useEffect(() => {
    let shown: number | undefined
    return loop.text({
      write: () => {
        if (shown === slot.revision) return
        shown = slot.revision
        setText(derive(slot.value))
      }
    })
  }, [slot, derive])
  return text
}
