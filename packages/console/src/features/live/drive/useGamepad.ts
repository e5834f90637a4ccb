import { useEffect, useRef, useState } from "react"
import type { DriveController } from "./DriveController.ts"
import { type GamepadLike, noGamepad, readGamepad, stepGamepad } from "./gamepad.ts"

/** A gamepad is looked at so often while one is connected, in milliseconds. */
const everyMs = 25

/** The gamepads that are connected; none where the browser has no such thing, or forbids it. */
const connected = (): ReadonlyArray<GamepadLike> => {
  try {
    return [...navigator.getGamepads()].filter((pad): pad is Gamepad => pad?.connected === true)
  } catch {
    return []
  }
}

/** The driver looks at something else: a gamepad knows no focus. */
const isAway = () => document.hidden || !document.hasFocus() || document.querySelector("dialog[open]") !== null

/** Drives by the first gamepad. Answers whether there is one. */
export const useGamepad = (controller: DriveController, allowsBlind: boolean, hasTurn: boolean): boolean => {
  const [isThere, setThere] = useState(false)
  const given = useRef({ allowsBlind, hasTurn })
  given.current = { allowsBlind, hasTurn }
  useEffect(() => {
    let state = noGamepad
    let timer: ReturnType<typeof setInterval> | undefined
    const look = () => {
      const pad = connected()[0]
      const reading = readGamepad(pad)
      const [next, act] = stepGamepad(state, reading, controller.view.phase, isAway())
      state = next
      if (act !== null) {
        const axes = act.type === "release" ? null : { ...act.axes, turn: given.current.hasTurn ? act.axes.turn : 0 }
        if (axes === null) controller.release(act.type === "release" ? act.cause : null)
        else if (act.type === "press") controller.press(axes, given.current.allowsBlind)
        else controller.steer(axes)
      }
      setThere(reading !== null)
      if (pad !== undefined) return
      clearInterval(timer)
      timer = undefined
    }
    const begin = () => {
      timer ??= setInterval(look, everyMs)
      look()
    }
    window.addEventListener("gamepadconnected", begin)
    window.addEventListener("gamepaddisconnected", look)
    if (connected().length > 0) begin()
    return () => {
      clearInterval(timer)
      window.removeEventListener("gamepadconnected", begin)
      window.removeEventListener("gamepaddisconnected", look)
      if (state.owns) controller.release("gamepad")
    }
  }, [controller])
  return isThere
}
