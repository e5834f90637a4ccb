import { FleetError, type Robot } from "@fleet/sdk"

/** The robot stops by itself half a second after the last message. */
const everyMs = 150

const ways: Readonly<Record<string, { readonly forward: number; readonly turn: number }>> = {
  ahead: { forward: 0.6, turn: 0 },
  back: { forward: -0.6, turn: 0 },
  left: { forward: 0, turn: 1.2 },
  right: { forward: 0, turn: -1.2 }
}

const keys: Readonly<Record<string, string>> = {
  ArrowUp: "ahead",
  ArrowDown: "back",
  ArrowLeft: "left",
  ArrowRight: "right"
}

/** Buttons that drive while they are held, and the arrow keys while one of them has the focus. Answers how to let go of them. */
export const driveBy = (robot: Robot, buttons: HTMLElement, say: (words: string) => void): (() => void) => {
  const publisher = robot.publisher("drive")
  const leaving = new AbortController()
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => clearInterval(timer)
  const go = (way: string | undefined) => {
    const message = ways[way ?? ""]
    if (message === undefined) return
    stop()
    const send = () =>
      publisher.publish({ ...message }).then(
        () => say(""),
        (error) => say(FleetError.is(error) ? error.message : String(error))
      )
    void send()
    timer = setInterval(() => void send(), everyMs)
  }
  const listen = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    react: (event: HTMLElementEventMap[Type]) => void
  ) => buttons.addEventListener(type, react, { signal: leaving.signal })
  listen("pointerdown", ({ target }) => go((target as HTMLElement).dataset["way"]))
  for (const end of ["pointerup", "pointercancel", "pointerleave", "keyup", "focusout"] as const) listen(end, stop)
  listen("keydown", (event) => {
    const button = (event.target as HTMLElement).dataset["way"]
    const way = keys[event.key] ?? (event.key === "Enter" || event.key === " " ? button : undefined)
    if (way === undefined) return
    event.preventDefault()
    if (!event.repeat) go(way)
  })
  return () => {
    stop()
    leaving.abort()
  }
}
