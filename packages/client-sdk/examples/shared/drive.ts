import type { Publisher } from "@fleet/sdk"
import { wordsOf } from "./page.ts"

/** Between two messages while something is held: well below the publisher's failsafe of half a second. */
const everyMs = 100

const ways = [
  { label: "Ahead", sign: "▲", key: "ArrowUp", forward: 0.6, turn: 0 },
  { label: "Turn left", sign: "◀", key: "ArrowLeft", forward: 0, turn: 1 },
  { label: "Back", sign: "▼", key: "ArrowDown", forward: -0.4, turn: 0 },
  { label: "Turn right", sign: "▶", key: "ArrowRight", forward: 0, turn: -1 }
]
type Way = (typeof ways)[number]

/**
 * Fills the pad with buttons that drive while they are held, and so do the arrow keys while the pad is to be seen. The
 * publisher is asked for when something is first held. `say` hears what went wrong. Answers how to let go of everything.
 */
export const driveBy = (pad: HTMLElement, publisher: () => Publisher, say: (problem: string) => void): (() => void) => {
  const held = new Map<Way, HTMLButtonElement>()
  let isSending = false

  const releaseAll = () => {
    for (const button of held.values()) button.classList.remove("held")
    held.clear()
  }

  /** Sends what is held, again and again, and a stop once nothing is. One message is under way at a time. */
  const send = async () => {
    if (isSending) return
    isSending = true
    try {
      do {
        const drive = publisher()
        while (held.size > 0) {
          const moves = [...held.keys()]
          const sum = (part: "forward" | "turn") => moves.reduce((all, move) => all + move[part], 0)
          await drive.publish({ forward: sum("forward"), turn: sum("turn") })
          await new Promise((resume) => setTimeout(resume, everyMs))
        }
        await drive.publish({ forward: 0, turn: 0 })
        // Something may have been held while the stop was under way.
      } while (held.size > 0)
    } catch (error) {
      releaseAll()
      say(wordsOf(error))
    } finally {
      isSending = false
    }
  }

  for (const way of ways) {
    const button = document.createElement("button")
    button.className = "second"
    button.textContent = way.sign
    button.setAttribute("aria-label", way.label)
    pad.append(button)

    const hold = () => {
      say("")
      held.set(way, button)
      button.classList.add("held")
      void send()
    }
    const release = () => {
      held.delete(way)
      button.classList.remove("held")
    }
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId)
      hold()
    })
    for (const end of ["pointerup", "pointercancel", "blur"]) button.addEventListener(end, release)
    const presses = (key: string) => key === " " || key === "Enter"
    button.addEventListener("keydown", ({ key, repeat }) => presses(key) && !repeat && hold())
    button.addEventListener("keyup", ({ key }) => presses(key) && release())
    addEventListener("keydown", (event) => {
      const isShortcut = event.altKey || event.ctrlKey || event.metaKey
      const isElsewhere = pad.offsetParent === null || event.target instanceof HTMLSelectElement
      if (event.key !== way.key || isShortcut || isElsewhere) return
      event.preventDefault()
      if (!event.repeat) hold()
    })
    addEventListener("keyup", ({ key }) => key === way.key && release())
  }
  addEventListener("blur", releaseAll)
  document.addEventListener("visibilitychange", () => document.hidden && releaseAll())
  return releaseAll
}
